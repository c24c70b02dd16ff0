# rule: jit-trace-in-loop
# level: safe
# measure: bytes
# leak: growth
# output: same
"""Traces the same model with the same example in every round."""
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
model.eval()
example = torch.ones(1, 4)
for step in range(24):
    traced = torch.jit.trace(model, example)
    print(step, traced(torch.full((2, 4), float(step))).sum().item())
    # sample
