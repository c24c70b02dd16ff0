# rule: unneeded-retain-graph
# level: unsafe
# measure: bytes
# leak: peak
# output: same
"""Activations that nobody differentiates again stay until the next loss is bound."""
import torch
from torch import nn


def train(model, steps=8):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    # sample
    for _ in range(steps):
        x = torch.randn(256, 128)
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward(retain_graph=True)
        optimizer.step()
        # sample
    return loss.item()


torch.manual_seed(0)
layers = [layer for _ in range(8) for layer in (nn.Linear(128, 128), nn.Tanh())]
print(f"{train(nn.Sequential(*layers)):.9f}")
