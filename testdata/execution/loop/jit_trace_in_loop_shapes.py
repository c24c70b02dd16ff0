# rule: jit-trace-in-loop
"""One trace a length: tracing fixes the number of chunks."""
import torch
from torch import nn


class Chunks(nn.Module):
    def forward(self, x):
        total = torch.zeros(2)
        for chunk in x.split(2):
            total = total + chunk
        return total


model = Chunks()
model.eval()
for length in (2, 4, 6):
    example = torch.ones(length)
    traced = torch.jit.trace(model, example)
    print(length, traced(example).tolist())
