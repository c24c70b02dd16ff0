import torch


def evaluate(model, data):
    model.eval()
    total = 0.0
    for x, y in data:
        total += (model(x) - y).pow(2).mean().item()
    return total
