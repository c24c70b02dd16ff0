# rule: empty-cache-in-loop
# level: unsafe
# measure: calls:empty_cache
# leak: total
# output: same
"""Both calls after each step, for memory that is free already."""
import gc

import torch
from torch import nn
from torch.utils.data import DataLoader


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).pow(2).mean()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.9f}")
        torch.cuda.empty_cache()
        gc.collect()


torch.manual_seed(0)
train(nn.Linear(8, 2), DataLoader(torch.randn(96, 8), batch_size=8))
