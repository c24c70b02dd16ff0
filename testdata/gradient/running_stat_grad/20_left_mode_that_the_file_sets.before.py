# The mode is one of its own.
import torch

from .filters import Filter


class Normalizer(Filter):
    def __init__(self):
        super().__init__()
        self.training = True

    def forward(self, x):
        if self.training:
            self.running_mean += 0.1 * (torch.mean(x, dim=0) - self.running_mean)
        return x
