# Code decides what these classes are, or make: their text does not.
import torch

from networks import Assigned, Decorated, Encoder, Made, New


def plain(batches):
    net = Encoder()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[safe]
        print((net(x).argmax(1) == y).sum().item())


def decorated(batches):
    net = Decorated()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net(x).argmax(1) == y).sum().item())


def of_a_metaclass(batches):
    net = Made()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net(x).argmax(1) == y).sum().item())


def made_anew(batches):
    net = New()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net(x).argmax(1) == y).sum().item())


def assigned(batches):
    net = Assigned()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net(x).argmax(1) == y).sum().item())


for run in (plain, decorated, of_a_metaclass, made_anew, assigned):
    run(torch.load("test.pt"))
