import torch
from torch import nn

model = nn.Linear(4, 4)
example = torch.zeros(1, 4)
traces = []
by_name = {}
for i in range(3):
    traces.append(torch.jit.trace(model, example))
    traced = torch.jit.trace(model, example)
    by_name[i] = traced
