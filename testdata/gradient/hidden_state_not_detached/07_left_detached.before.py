# Detached in one of many ways.
import torch
from torch import nn

rnn = nn.GRU(8, 16)


def repackage_hidden(h):
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(repackage_hidden(v) for v in h)


def repackaged(loader, criterion):
    h = torch.zeros(1, 4, 16)
    for x, y in loader:
        h = repackage_hidden(h)
        out, h = rnn(x, h)
        criterion(out, y).backward()


def at_the_end(loader, criterion):
    h = torch.zeros(1, 4, 16)
    for x, y in loader:
        out, h = rnn(x, h)
        criterion(out, y).backward()
        h = h.detach()


def in_place(loader, criterion):
    h = torch.zeros(1, 4, 16)
    for x, y in loader:
        out, h = rnn(x, h)
        criterion(out, y).backward()
        h.detach_()


def in_the_call(loader, criterion):
    h = torch.zeros(1, 4, 16)
    for x, y in loader:
        out, h = rnn(x, h.detach())
        criterion(out, y).backward()


def through_data(loader, criterion):
    h = torch.zeros(1, 4, 16)
    for x, y in loader:
        out, h = rnn(x, h)
        criterion(out, y).backward()
        h = h.data


def windows(loader, criterion):
    h = torch.zeros(1, 4, 16)
    for i, (x, y) in enumerate(loader):
        if i % 8 == 0:
            h = h.detach()
        out, h = rnn(x, h)
        criterion(out, y).backward(retain_graph=True)
