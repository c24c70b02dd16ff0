import torch


def evaluate(model, loader):
    model.eval()
    hits = 0
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        hits += (model(x).argmax(dim=1) == y).sum().item()
    return hits
