# Each fold trains a model of its own and runs it once.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return self.fc(x)


def folds(parts, fit):
    hits = []
    for train, test in parts:
        net = Net()
        fit(net.parameters(), train)
        guess = net(test).argmax(dim=1)
        hits.append((guess == 1).sum().item())
    return hits
