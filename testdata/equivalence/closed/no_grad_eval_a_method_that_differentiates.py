# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        return self.fc(x)

    def score(self, x):
        x = x.clone().requires_grad_(True)
        self.fc(x).sum().backward()
        return x.grad.norm()


def evaluate(net, loader):
    net.eval()
    hits = 0
    for x in loader:
        hits += net(x).argmax().item()
        print(net.score(x))
    return hits


evaluate(Net(), torch.ones(3, 1, 2))
