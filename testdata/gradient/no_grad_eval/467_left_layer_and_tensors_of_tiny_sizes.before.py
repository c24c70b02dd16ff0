import torch
from torch import nn

steps = torch.randn(2, 3, 3)
state = torch.zeros(3, 4)
cell = nn.GRUCell(3, 4)
made = []
for step in steps:
    state = cell(step, state)
    made.append(state)
print(torch.stack(made))
