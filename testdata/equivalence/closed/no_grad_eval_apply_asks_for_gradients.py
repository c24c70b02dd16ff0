# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        if not ctx.needs_input_grad[0]:
            return x.clamp(min=0) + 1
        return x.clamp(min=0)

    @staticmethod
    def backward(ctx, grad):
        return grad


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 1)

    def forward(self, x):
        return Gate.apply(self.body(x))


def extract(model, loader):
    total = 0.0
    model.eval()
    for x in loader:
        total += model(x).mean().item()
    print(total)


extract(Net(), [torch.ones(3, 4)])
