# What every file of the run gives to a parameter is known, by whatever name it knows the function.
import torch


def hits_of(model, loader):
    hits = 0
    for x, y in loader:  # expect: no-grad-eval[safe]
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


def rows_of(model, loader):
    rows = 0
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        rows += len(model(x).argmax(1).tolist())
    return rows


def share_of(model, loader):
    seen = 0
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        seen += (model(x).argmax(1) == y).sum().item()
    return seen


def best_of(model, loader):
    best = 0
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        best = max(best, model(x).max().item())
    return best


def width_of(model, loader):
    width = 0
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        width = model(x).argmax(1).numel()
    return width
