# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.kept = []

    def forward(self, x):
        h = self.fc(x)
        self.kept.append(h)
        return h


class Task:
    def __init__(self):
        self.net = Net()

    def evaluate(self, loader):
        self.net.eval()
        hits = 0
        for x in loader:
            hits += self.net.forward(x).argmax().item()
        return hits


t = Task()
t.evaluate(torch.ones(3, 1, 2))
t.net.kept[0].sum().backward()
