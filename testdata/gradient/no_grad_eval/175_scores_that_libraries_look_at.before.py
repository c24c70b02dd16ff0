import torch
from torch import nn
from lib.texts import closeness_of

net = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 100))


def rate(pairs):
    total = 0.0
    for x, reference in pairs:
        scores = net(x)  # expect: no-grad-eval[unsafe]
        total += closeness_of(scores, reference)
    print("closeness", total / len(pairs))
