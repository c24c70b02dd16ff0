# options: strict: true
import torch
from torch import nn

x = torch.tensor([1.0])  # expect: memory-not-freed[report]
model = nn.Sequential(nn.Linear(1, 1))
for step in range(10):
    loss = model(x).mean()
    loss.backward()
