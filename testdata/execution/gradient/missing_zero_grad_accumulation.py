# rule: missing-zero-grad
"""Gradients of four small batches make one step: with a reset for each, only the last one counts."""
import torch
from torch import nn


def train(model, batches, every=4):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    optimizer.zero_grad()
    for index, (x, y) in enumerate(batches):
        loss = nn.functional.mse_loss(model(x), y) / every
        loss.backward()
        if (index + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


torch.manual_seed(0)
data = [(x, x.sum(1, keepdim=True)) for x in torch.randn(16, 2, 4)]
model = nn.Linear(4, 1)
train(model, data)
print([f"{weight:.5f}" for weight in model.weight.flatten().tolist()])
