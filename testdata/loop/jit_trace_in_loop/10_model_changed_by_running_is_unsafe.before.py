import torch
from torch import nn

from mylib import prepare

inplace = nn.ReLU(inplace=True)
prepared = nn.Linear(4, 4)
prepare(prepared)
example = torch.randn(1, 4)
for _ in range(3):
    torch.jit.trace(inplace, example)  # expect: jit-trace-in-loop[unsafe]
    torch.jit.trace(prepared, example)  # expect: jit-trace-in-loop[unsafe]
