# rule: forward-attr-retention
# level: unsafe
# measure: graphs
# leak: growth
# output: same
"""Activations that forward() notes down for a look at their statistics after the training."""
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.fc = nn.Linear(size, size)
        self.head = nn.Linear(size, 1)
        self.history = []

    def forward(self, x):
        h = torch.relu(self.fc(x))
        self.history.append(h.mean())
        return self.head(h)


def train(model, steps=16):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(64, 32)
        optimizer.zero_grad()
        loss = (model(x) - x[:, :1]).pow(2).mean()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.9f}")
        # sample


torch.manual_seed(0)
net = Net(32)
train(net)
print([f"{value.item():.6f}" for value in net.history])
