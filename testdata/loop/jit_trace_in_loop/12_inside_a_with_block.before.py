import torch
from torch import nn

model = nn.Linear(2, 2)
example = torch.ones(1, 2)
with torch.no_grad():
    for i in range(2):
        traced = torch.jit.trace(model, example)  # expect: jit-trace-in-loop[safe]
        print(traced(example).requires_grad)
