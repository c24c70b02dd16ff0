# rule: noop-detach
# level: safe
# measure: calls:detach
# leak: total
# output: same
"""The clean-up that frees nothing, at the end of a training step."""
import torch
from torch import nn


def train(model, steps=8):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    criterion = nn.MSELoss()
    for step in range(steps):
        x = torch.randn(16, 8)
        hidden = torch.relu(model(x))
        loss = criterion(hidden, x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.9f}", loss.requires_grad)
        hidden.detach()
        loss.detach()


torch.manual_seed(0)
train(nn.Linear(8, 8))
