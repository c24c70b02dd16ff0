import torch

from tools import sharpen


def evaluate(model, loader):
    model.eval()
    hits = 0
    for x, y in loader:
        hits += (sharpen(model(x)).argmax(dim=1) == y).sum().item()
    return hits
