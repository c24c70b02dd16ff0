import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 1)
        self.head = self.body

    def forward(self, x):
        h = self.body(x)
        if torch.is_grad_enabled():
            h = h * 2
        return h


torch.manual_seed(0)
net = Net()


def make():
    return net
