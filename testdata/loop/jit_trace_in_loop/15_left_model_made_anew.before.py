import torch
from torch import nn

example = torch.zeros(1, 4)
for width in (8, 16):
    model = nn.Linear(4, width)
    traced = torch.jit.trace(model, example)
    print(traced(example).shape)
for model in [nn.Linear(4, 2), nn.Linear(4, 3)]:
    torch.jit.trace(model, example)
