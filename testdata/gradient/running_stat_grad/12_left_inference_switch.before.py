import torch
from torch import nn


# Who evaluates with gradients on reads a statistic that was made before; the
# statistic of a function that goes on into its output stays.
def centre(x, running_mean, momentum):
    running_mean = momentum * running_mean + (1 - momentum) * x.mean(dim=0)
    return x - running_mean, running_mean


class Plain(nn.Module):
    def forward(self, x, running):
        self.last = running
        running = running + x.mean(dim=0)
        return running
