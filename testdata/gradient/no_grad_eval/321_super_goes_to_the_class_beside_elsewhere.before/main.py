# The class beside is of another file than the one that calls super().
import torch

from both import LoggedKept, NamedKept


def through_super(batches):
    net = LoggedKept()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net.encode(x).argmax(1) == y).sum().item())


def inherited(batches):
    net = NamedKept()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net.encode(x).argmax(1) == y).sum().item())


through_super(torch.load("test.pt"))
inherited(torch.load("test.pt"))
