##### WARNING #####
# What follows is generated automatically from the chapters.
# Don't edit it directly
import torch


def accuracy(model, loader):
    model.eval()
    hits = 0
    for x, y in loader:
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


def train(model, loader):
    for x, y in loader:
        torch.nn.functional.cross_entropy(model(x), y).backward()
    return accuracy(model, loader)
