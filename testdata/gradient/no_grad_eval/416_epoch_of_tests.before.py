# A trainer that is made by who runs it is no test case, whatever its methods are called.
import torch
from torch import nn


class Trainer:
    def __init__(self, loader, test_loader):
        self.model = nn.Linear(1024, 10)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.loader, self.test_loader = loader, test_loader

    def fit(self):
        for x, y in self.loader:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
        return self.test_epoch()

    def test_epoch(self):
        self.model.eval()
        hits = 0
        for x, y in self.test_loader:  # expect: no-grad-eval[safe]
            scores = self.model(x)
            hits += scores.argmax(1).eq(y).sum().item()
        return hits


class TestNothing:
    def test_scores(self):
        model = nn.Linear(1024, 10)
        model.eval()
        for x in torch.ones(2, 8, 1024):
            scores = model(x)
            print(scores.argmax(1))
