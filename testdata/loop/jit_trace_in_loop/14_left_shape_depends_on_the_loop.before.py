import torch
from torch import nn

model = nn.Linear(4, 4)
for n in range(1, 4):
    traced = torch.jit.trace(model, torch.zeros(n, 4))
    example = torch.zeros(n, 4)
    again = torch.jit.trace(model, example)
for batch in [torch.zeros(1, 4), torch.zeros(2, 4)]:
    torch.jit.trace(model, batch)
