import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 64, 3)
        self.head = nn.Linear(4096, 6)

    def forward(self, x):
        return self.head(self.conv(x).flatten(1))


def assert_module(x, shapes, many):
    module = Net()
    for shape in shapes:
        out = module(x)
        assert out.shape == shape
        assert torch.allclose(out, many[shape], 1e-5)
