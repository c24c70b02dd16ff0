import torch
from torch import nn

net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))


def evaluate(model, data):
    model.eval()
    hits = 0
    for x, y in data:  # expect: no-grad-eval[unsafe]
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


def step(data):
    print(evaluate(net, data))
    return sum(nn.functional.cross_entropy(net(x), y) for x, y in data)
