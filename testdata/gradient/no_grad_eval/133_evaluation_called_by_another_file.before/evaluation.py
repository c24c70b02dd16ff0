import torch


def run_validation(model, loader, criterion):
    model.eval()
    total = 0.0
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        total += criterion(model(x), y).item()
    return total / len(loader)
