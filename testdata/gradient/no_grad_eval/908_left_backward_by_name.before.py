import torch
from torch import nn


class Learning(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)

    def forward(self, x):
        out = self.layer(x)
        getattr(out.sum(), "backward")()
        return out


def count(batches):
    net = Learning()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:
        print((net(x).argmax(1) == y).sum().item())


count(torch.load("test.pt"))
