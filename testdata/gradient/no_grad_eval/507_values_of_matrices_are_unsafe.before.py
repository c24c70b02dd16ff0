import torch
from torch import nn


class Spectrum(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(30, 30))

    def forward(self, x):
        return torch.linalg.svdvals(x @ self.weight)


def evaluate(model, data):
    model.eval()
    total = 0
    for x in data:  # expect: no-grad-eval[unsafe]
        total += model(x).log().sum().item()
    return total


print(evaluate(Spectrum(), [torch.randn(40, 30) for _ in range(20)]))
