import torch
from torch import nn

from mylib import publish

model = nn.Linear(4, 4)
example = torch.zeros(1, 4)
traced = torch.jit.trace(model, example)  # expect: jit-trace-in-loop[unsafe]
for i in range(3):
    publish(traced)
other = torch.jit.trace(model, example)  # expect: jit-trace-in-loop[unsafe]
for i in range(3):
    other.train()
