# Python asks what several bases lead to behind the last of them: super() in a base goes on to the
# base beside it, and what both derive from comes last.
import torch

from networks import LoggedByMode, NamedByMode


def through_super(batches):
    net = LoggedByMode()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net.encode(x).argmax(1) == y).sum().item())


def inherited(batches):
    net = NamedByMode()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net.encode(x).argmax(1) == y).sum().item())


through_super(torch.load("test.pt"))
inherited(torch.load("test.pt"))
