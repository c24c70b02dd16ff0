# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.buf = [None] * 4
        self.i = 0

    def forward(self, x):
        h = self.fc(x)
        self.buf[self.i] = h
        self.i += 1
        return h


net = Net()


def evaluate(net, loader):
    net.eval()
    hits = 0
    for x in loader:
        hits += net(x).argmax().item()
    return hits


evaluate(net, torch.ones(3, 1, 2))
net.buf[0].sum().backward()
