# level: safe
# rule: no-grad-eval
import torch
from torch import nn

cache = {}


def features_of(net, key):
    if key not in cache:
        cache[key] = net(torch.ones(2, 4))
    return cache[key]


def evaluate(net):
    net.eval()
    total = 0.0
    for key in range(2):
        total += features_of(net, key).mean().item()
    print(total)


net = nn.Linear(4, 1)
evaluate(net)
features_of(net, 0).sum().backward()
