# A part that is registered, or put into the table of parts, takes the place of the one before; and
# what a method of the class gives is its own.
import torch

from networks import Entered, Named, Own, Registered


def named(batches):
    net = Named()
    for x, y in batches:  # expect: no-grad-eval[safe]
        print((net(x).argmax(1) == y).sum().item())


def registered(batches):
    net = Registered()
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net(x).argmax(1) == y).sum().item())


def entered(batches):
    net = Entered()
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net(x).argmax(1) == y).sum().item())


def own(batches):
    net = Own().eval()
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net(x).argmax(1) == y).sum().item())


for run in (named, registered, entered, own):
    run(torch.load("test.pt"))
