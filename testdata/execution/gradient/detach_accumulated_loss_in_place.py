# rule: detach-accumulated-loss
"""The sum begins as another name of the loss, which it changes in place."""
import torch
from torch import nn


def train(model, extra, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        optimizer.zero_grad()
        loss = model(batch).pow(2).mean()
        total = loss
        for weight in extra:
            total += weight * model.weight.pow(2).sum()
        loss.backward()
        optimizer.step()
    print(f"{model.weight.norm().item():.6f}")


torch.manual_seed(0)
train(nn.Linear(4, 2), [0.1, 0.2], torch.randn(5, 8, 4))
