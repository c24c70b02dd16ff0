import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
example = torch.zeros(1, 4)
for i in range(3):
    traced = torch.jit.trace(model, example)
    model[0] = nn.Linear(4, 4)
    print(traced(example))
plain = nn.Linear(4, 4)
for i in range(3):
    traced = torch.jit.trace(plain, example)
    plain.weight = nn.Parameter(torch.ones(4, 4) * i)
    print(traced(example))
