import torch
from torch import nn

model = nn.Linear(4, 1)


def train(loader, criterion, optimizer):
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        loss.detach(); del loss  # expect: noop-detach[safe]


class Step:
    def __init__(self):
        self.total = torch.zeros(1)

    def run(self, x):
        h = torch.relu(x)
        if x.sum() > 0:
            h.detach()  # expect: noop-detach[safe]
        h.detach(); y = h + 1  # expect: noop-detach[safe]
        self.total.detach(); return y  # expect: noop-detach[safe]
