# rule: missing-eval-cleanup
# level: unsafe
# measure: bytes
# leak: nothing
# output: same
"""A validation between two epochs, with a clean-up behind it for who asks for one."""
import torch
from torch import nn


def validate(model, loader):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for x in loader:
            total += model(x).mean().item()
    return total


def train(model, loader, epochs=3):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        model.train()
        for x in loader:
            optimizer.zero_grad()
            loss = model(x).pow(2).mean()
            loss.backward()
            optimizer.step()
        print(epoch, f"{validate(model, loader):.9f}")


torch.manual_seed(0)
train(nn.Linear(8, 2), [torch.randn(16, 8) for _ in range(4)])
