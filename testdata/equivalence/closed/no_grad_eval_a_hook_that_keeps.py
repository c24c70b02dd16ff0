# level: safe
# rule: no-grad-eval
import torch
from torch import nn

net = nn.Linear(2, 2)
feats = []
net.register_forward_hook(lambda m, i, o: feats.append(o))


def evaluate(net, loader):
    net.eval()
    hits = 0
    for x in loader:
        hits += net(x).argmax().item()
    return hits


evaluate(net, torch.ones(3, 1, 2))
feats[0].sum().backward()
