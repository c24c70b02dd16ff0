import torch
from torch import nn


class Square(nn.Module):
    def forward(self, x):
        return x * x


def check():
    x = torch.arange(4.0).requires_grad_()
    model = Square()
    y = model(x)
    y.sum().backward()
    assert torch.equal(x.grad, 2 * x)
