# Nobody calls `sample`, and who uses objects of the class switches gradients off around all of it.
import torch
from torch import nn


class Sampler:
    def __init__(self, model: nn.Module):
        self.model = model

    def sample(self, n):
        x = torch.randn(n, 3, 64, 64)
        for t in reversed(range(1000)):
            x = x - 0.1 * self.model(x, torch.full((n,), t))
        return x.cpu()

    def interpolate(self, a, b):
        return self.model(0.5 * (a + b), torch.zeros(1)).cpu()


def main(model, a, b):
    sampler = Sampler(model)
    with torch.no_grad():
        sampler.interpolate(a, b)
