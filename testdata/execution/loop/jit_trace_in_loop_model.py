# rule: jit-trace-in-loop
"""Each iteration gives the model another layer."""
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
example = torch.randn(2, 4)
for width in range(3):
    model[1] = nn.Linear(4, width + 1)
    traced = torch.jit.trace(model, example)
    print(tuple(traced(example).shape))
