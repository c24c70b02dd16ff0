# The loader's own tensors are on the CPU.
import torch


@torch.no_grad()
def collect(loader):
    targets = []
    for _, target in loader:
        targets.append(target)
    return torch.cat(targets).cpu()
