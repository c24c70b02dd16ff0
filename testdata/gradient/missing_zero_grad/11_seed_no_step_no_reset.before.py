# Gradients add up in a file that neither steps nor resets: nothing to insert a reset of.
# mutations: no-nesting
import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 8), nn.Flatten(0), nn.Linear(64, 1))
data = torch.randn(8, 8)

for epoch in range(1000):
    loss = model(data)
    loss.backward()  # expect: missing-zero-grad[report]
