# What max(1) gives is a pair of values and indices, and has no cpu().
import torch


@torch.no_grad()
def largest(model, loader):
    found = []
    for x in loader:
        found.append(model(x).max(1))
    return torch.cat([pair[0] for pair in found]).cpu()
