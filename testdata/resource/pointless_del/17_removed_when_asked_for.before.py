# options: remove: true
# Safe, but for the comment that goes with the line.
import torch


def score(x, maybe):
    y = torch.zeros(1000, 1000)
    z = y.mean().item()
    print(z)
    del y  # expect: pointless-del[unsafe]
    return z


def other(x, make, maybe):
    y = make(x)
    del y  # expect: pointless-del[report]


def branch(x, maybe):
    if maybe:
        y = torch.zeros(1000, 1000)
    del y  # expect: pointless-del[report]
