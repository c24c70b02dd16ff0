import torch

from networks import Errors


def count(batches):
    net = Errors()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[safe]
        print((net(x).argmax(1) == y).sum().item())


count(torch.load("test.pt"))
