import torch

from networks import Formatted


def count(batches):
    net = Formatted()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net(x).argmax(1) == y).sum().item())


count(torch.load("test.pt"))
