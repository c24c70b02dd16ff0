# rule: detach-stored-tensor
"""The mean of the stored losses is differentiated after the loop."""
import torch
from torch import nn


def step(model, optimizer, batch):
    losses = []
    for row in batch:
        losses.append(model(row).pow(2).mean().detach())
    optimizer.zero_grad()
    torch.stack(losses).mean().backward()
    optimizer.step()
    return losses[-1].item()


torch.manual_seed(0)
model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(5, 8, 4):
    print(f"{step(model, optimizer, batch):.6f}")
