# rule: no-grad-eval
# level: safe
# measure: bytes
# leak: peak
# output: same
"""Outputs of a validation run, kept for a report."""
import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, width=256, depth=6):
        super().__init__()
        layers = []
        for _ in range(depth):
            layers += [nn.Linear(width, width), nn.Tanh()]
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        return self.layers(x)


def batches(count=8):
    generator = torch.Generator().manual_seed(3)
    for _ in range(count):
        yield torch.randn(256, 256, generator=generator)


def validate(model):
    model.eval()
    total = 0.0
    # sample
    for batch in batches():
        output = model(batch)
        total += output.abs().sum().item()
        # sample
    return total


torch.manual_seed(0)
print(f"{validate(Classifier()):.6f}")
