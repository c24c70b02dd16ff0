# The file's own function asks whether there is a graph.
import torch
from torch import nn


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x if ctx.needs_input_grad[0] else x + 1


class Net(nn.Module):
    def forward(self, x):
        return Gate.apply(self.body(x))


@torch.no_grad()
def test(loader):
    model = Net()
    model.eval()
    total = 0
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        total += model(x).sum().item()
    return total
