# The file that calls opens a region of autocast around all of the training.
from torch import nn


class Engine:
    def __init__(self, optimizer):
        self.model = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 8))
        self.optimizer = optimizer
        self.criterion = nn.CrossEntropyLoss()

    def validate(self, loader):
        self.model.eval()
        hits = 0
        for x, y in loader:  # expect: no-grad-eval[unsafe]
            hits += (self.model(x).argmax(1) == y).sum().item()
        return hits

    def fit(self, loader, epochs):
        for _ in range(epochs):
            print(self.validate(loader))
            self.model.train()
            for x, y in loader:
                self.optimizer.zero_grad()
                loss = self.criterion(self.model(x), y)
                loss.backward()
                self.optimizer.step()
