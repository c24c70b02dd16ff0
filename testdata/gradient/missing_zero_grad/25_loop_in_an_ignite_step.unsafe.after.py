# An Ignite engine runs what it is given, and resets nothing.
import torch
from ignite.engine import Engine


class Adversarial(Engine):
    def __init__(self, critic, generator, optimizer):
        super().__init__(self.update)
        self.critic = critic
        self.generator = generator
        self.optimizer = optimizer

    def update(self, engine, batch):
        for _ in range(5):
            self.optimizer.zero_grad()
            loss = self.critic(batch).mean() - self.critic(self.generator(batch)).mean()
            loss.backward()  # expect: missing-zero-grad[unsafe]
            self.optimizer.step()


def make_trainer(model, criterion, optimizer):
    def update(engine, batch):
        for part in torch.chunk(batch, 4):
            optimizer.zero_grad()
            loss = criterion(model(part))
            loss.backward()  # expect: missing-zero-grad[unsafe]
            optimizer.step()

    return Engine(update)
