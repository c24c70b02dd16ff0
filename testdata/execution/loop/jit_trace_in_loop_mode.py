# rule: jit-trace-in-loop
"""The mode is switched in the loop, and a trace is of one mode."""
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))
example = torch.randn(8, 4)
for epoch in range(3):
    model.train()
    model(torch.randn(8, 4))
    model.train(epoch % 2 == 0)
    traced = torch.jit.trace(model, example, check_trace=False)
    print(f"{traced(example).pow(2).mean().item():.6f}")
