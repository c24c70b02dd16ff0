import torch

from networks import Network
from parts import Signed


def count(batches, net):
    net.eval()
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net.encode(x).argmax(1) == y).sum().item())


nets = dict(first=Network())
nets.setdefault("second", Signed())
for net in nets.values():
    count(torch.load("test.pt"), net)
