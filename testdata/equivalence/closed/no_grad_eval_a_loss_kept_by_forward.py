# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.aux = None

    def forward(self, x):
        h = self.fc(x)
        self.aux = h.pow(2).mean()
        return h


net = Net()


def evaluate(net, loader):
    net.eval()
    hits = 0
    for x in loader:
        hits += net(x).argmax().item()
    return hits


evaluate(net, torch.ones(3, 1, 2))
net.aux.backward()
