# The trunk is frozen, the head that is put on it is not: its graph is built.
import torch
import torchvision
from torch import nn


@torch.no_grad()
def run(loader, classes: int):
    net = torchvision.models.resnet18()
    for p in net.parameters():
        p.requires_grad = False
    net.fc = nn.Linear(512, classes)
    net.eval()
    hits = 0
    for x, y in loader:  # expect: no-grad-eval[safe]
        hits += (net(x).argmax(1) == y).sum().item()
    return hits


def some(net: nn.Module, loader):
    for name, p in net.named_parameters():
        p.requires_grad = "head" in name
    net.eval()
    hits = 0
    with torch.no_grad():
        for x, y in loader:  # expect: no-grad-eval[safe]
            hits += (net(x).argmax(1) == y).sum().item()
    return hits


run([], 2)
some(nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2)), [])
