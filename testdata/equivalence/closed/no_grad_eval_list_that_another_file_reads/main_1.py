import torch
from torch import nn
from parts_1 import Model


def score(net, batches):
    hits = 0
    net.eval()
    for x in batches:
        hits += (net(x) > 0).sum().item()
    print(hits)


net = Model()
score(net, [torch.ones(3, 4)])
print([g.sum().item() for g in torch.autograd.grad(net.activations[-1].sum(), [net.body.weight])])
