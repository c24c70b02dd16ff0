# What a function of its own saves for a backward pass runs none.
import torch
from torch import nn


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ctx.scale * (x.abs() < 10), None


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 1024, 4)

    def forward(self, x):
        return Scaled.apply(self.conv(x), 0.5)


@torch.no_grad()
def score(loader):
    model = Net()
    model.load_state_dict(torch.load("net.pt"))
    model.eval()
    total = 0.0
    for x in loader:  # expect: no-grad-eval[unsafe]
        out = model(x)
        total += out.sum().item()
    return total
