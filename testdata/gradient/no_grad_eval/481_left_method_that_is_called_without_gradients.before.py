# Nobody is seen to make the object, and the only call of the name is made where gradients are off.
# options: minor: true
import torch
from torch import nn


class Translation(nn.Module):
    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder = encoder
        self.decoder = decoder

    def forward(self, source, target):
        return self.decoder(target, self.encoder(source))[0]

    def loss(self, guessed, wanted):
        return nn.functional.cross_entropy(guessed, wanted)

    def validation_step(self, batch):
        guessed = self(*batch[:-1])
        self.plot("loss", self.loss(guessed, batch[-1]), train=False)

    def plot(self, name, value, train):
        self.board.draw(name, value.detach().cpu().numpy(), train)


class Loop:
    def fit_epoch(self, batches, others):
        for batch in batches:
            self.optimizer.zero_grad()
            self.model.training_step(batch).backward()
            self.optimizer.step()
        for batch in others:
            with torch.no_grad():
                self.model.validation_step(batch)
