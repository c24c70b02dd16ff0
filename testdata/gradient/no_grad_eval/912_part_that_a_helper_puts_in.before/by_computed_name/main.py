import torch

from networks import Swapped


def count(batches):
    net = Swapped()
    net.eval()
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net.encode(x).argmax(1) == y).sum().item())


count(torch.load("test.pt"))
