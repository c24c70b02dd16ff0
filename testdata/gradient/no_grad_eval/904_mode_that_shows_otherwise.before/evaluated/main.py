import torch

from networks import Evaluated


def count(batches):
    net = Evaluated()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net(x).argmax(1) == y).sum().item())


count(torch.load("test.pt"))
