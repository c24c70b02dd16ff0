import torch
from torch import nn


class Rank(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(30, 30))

    def forward(self, x):
        return (x @ self.weight).norm(p="nuc", dim=(1, 2))


def evaluate(model, data):
    model.eval()
    total = 0
    for x in data:  # expect: no-grad-eval[unsafe]
        total += model(x).sum().item()
    return total


print(evaluate(Rank(), [torch.randn(4, 40, 30) for _ in range(20)]))
