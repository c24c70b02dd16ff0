# level: safe
# rule: no-grad-eval
import torch
from torch import nn

net = nn.Linear(2, 2)


class Found(Exception):
    pass


def evaluate(net, loader):
    net.eval()
    hits = 0
    for x in loader:
        out = net(x)
        hits += out.argmax().item()
        if hits > 1:
            raise Found(out)
    return hits


try:
    evaluate(net, torch.ones(30, 1, 2))
except Found as e:
    e.args[0].sum().backward()
