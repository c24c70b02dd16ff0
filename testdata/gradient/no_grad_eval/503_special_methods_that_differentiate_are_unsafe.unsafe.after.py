import torch
from torch import nn

net = nn.Conv2d(3, 64, 3)
weight = nn.Parameter(torch.ones(2))


class Monitor:
    def __init__(self, values):
        self.values = values

    def __len__(self):
        (gradient,) = torch.autograd.grad((weight * 2).pow(2).sum(), weight)
        self.values.append(gradient.sum().item())
        return len(self.values)


@torch.no_grad()
def evaluate(model, data, monitor):
    model.eval()
    total = 0
    for x in data:  # expect: no-grad-eval[unsafe]
        total += model(x).sum().item()
        if monitor:
            total += 1
    return total


print(evaluate(net, [torch.ones(4, 3, 10, 10) for _ in range(20)], Monitor([])))
