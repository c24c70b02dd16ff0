# rule: unneeded-retain-graph
"""A part of the graph is made once, before the loop."""
import torch
from torch import nn

torch.manual_seed(0)
encoder, head = nn.Linear(4, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
features = encoder(torch.randn(8, 4)).tanh()
for _ in range(4):
    optimizer.zero_grad()
    loss = head(features).pow(2).mean()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.6f}")
