# level: safe
# rule: hook-not-removed
import torch
from torch import nn


def compare(part, whole, x):
    shapes = []

    def hook(module, given, output):
        shapes.append(output.shape[0])

    part.register_forward_hook(hook)
    part(x)
    whole(x)
    print(len(shapes))


torch.manual_seed(0)
part = nn.Linear(4, 4)
compare(part, nn.Sequential(part, nn.ReLU()), torch.ones(2, 4))
