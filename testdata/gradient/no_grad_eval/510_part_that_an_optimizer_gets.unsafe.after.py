# The part of the model is no module that is seen, but the file asks it for its parameters.
import torch
import torchvision.models as models
from torch import nn
from torch.nn import functional as F


class Pair(nn.Module):
    def __init__(self, arch):
        super().__init__()
        self.query = getattr(models, arch)(num_classes=128)

    def forward(self, x):
        return F.normalize(self.query(x), dim=1)


class Trainer:
    def __init__(self, loader):
        self.model = Pair("resnet50")
        self.optimizer = torch.optim.SGD(self.model.query.parameters(), 0.1)
        self.loader = loader

    def train(self):
        for x, y in self.loader:
            loss = F.cross_entropy(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    @torch.no_grad()
    def bank(self):
        features, labels = [], []
        for x, y in self.loader:  # expect: no-grad-eval[unsafe]
            features.append(F.normalize(self.model.query(x), dim=1))
            labels.append(y)
        return torch.cat(features), torch.cat(labels)

    def score(self):
        bank, labels = self.bank()
        hits = 0
        with torch.no_grad():
            for x, y in self.loader:
                near = (self.model(x) @ bank.T).argmax(1)
                hits += (labels[near] == y).sum().item()
        return hits


if __name__ == "__main__":
    trainer = Trainer(torch.utils.data.DataLoader(torch.load("images.pt"), 64))
    trainer.train()
    print(trainer.score())
