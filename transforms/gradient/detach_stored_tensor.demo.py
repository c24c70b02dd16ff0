# rule: detach-stored-tensor
# level: safe
# measure: graphs
# leak: growth
# output: same
"""A list of losses that only a plot reads."""
import torch
from torch import nn, optim


def train(steps=20):
    model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = optim.Adam(model.parameters())
    criterion = nn.MSELoss()
    losses = []
    for _ in range(steps):
        x = torch.randn(4, 8)
        optimizer.zero_grad()
        loss = criterion(model(x), x.mean(1, keepdim=True))
        loss.backward()
        optimizer.step()
        losses.append(loss)
        # sample
    return torch.stack(losses).mean().item()


torch.manual_seed(0)
print(f"{train():.9f}")
