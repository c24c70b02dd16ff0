import torch
from torch import nn

net = nn.Conv2d(3, 64, 3)
weight = nn.Parameter(torch.ones(2))


class Callback:
    def on_batch(self, x):
        torch.autograd.grad((weight * x.mean()).pow(2).sum(), weight)


def evaluate(model, data, callback, event):
    model.eval()
    total = 0
    for x in data:  # expect: no-grad-eval[unsafe]
        total += model(x).sum().item()
        getattr(callback, "on_" + event)(x)
    return total


print(evaluate(net, [torch.ones(4, 3, 10, 10) for _ in range(20)], Callback(), "batch"))
