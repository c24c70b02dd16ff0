import torch
from torch import nn

model = nn.Linear(4, 4)
example = torch.zeros(1, 4)
for i in range(3):
    example.add_(1)
    traced = torch.jit.trace(model, example)
    print(traced(example))
