# rule: no-grad-eval
"""A model in evaluation mode is trained: its statistics are frozen, its weights are not."""
import torch
from torch import nn


def finetune(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.eval()
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).pow(2).mean()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.6f}")


torch.manual_seed(0)
finetune(nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4)), torch.randn(4, 8, 4))
