import torch
from torch import nn

net = nn.Linear(4, 4)


@torch.enable_grad()
def scores(batches):
    found = []
    for batch in batches:
        found.append(net(batch).argmax(-1).sum().item())
    return found
