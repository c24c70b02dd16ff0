from torch import nn


def score(batches):
    net = nn.Linear(4, 1)
    net.eval()
    total = 0.0
    for x in batches:
        total += net(x).sum().item()
    return total
