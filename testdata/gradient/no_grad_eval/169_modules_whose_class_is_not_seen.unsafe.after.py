# One way that leads to code that nobody sees, and the forward pass may do anything.
import sys

import torch
from torch import nn

from vendor.heads import Head


class Net(nn.Module):
    def __init__(self, head):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.head = head

    def forward(self, x):
        return self.head(self.body(x))


@torch.no_grad()
def loaded(path, batches):
    net = torch.load(path)
    net.eval()
    for x in batches:  # expect: no-grad-eval[unsafe]
        print(net(x).argmax().item())


@torch.no_grad()
def from_a_hub(batches):
    net = torch.hub.load("vendor/heads", "deep").eval()
    for x in batches:  # expect: no-grad-eval[unsafe]
        print(net(x).argmax().item())


@torch.no_grad()
def given(net: nn.Module, batches):
    net.eval()
    for x in batches:  # expect: no-grad-eval[unsafe]
        print(net(x).argmax().item())


def given_a_part(batches):
    net = Net(Head(4)).eval()
    with torch.no_grad():
        for x in batches:  # expect: no-grad-eval[unsafe]
            print(net(x).argmax().item())


@torch.no_grad()
def with_another_head(batches):
    net = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2)).eval()
    net[1] = Head(4)
    for x in batches:  # expect: no-grad-eval[unsafe]
        print(net(x).argmax().item())


@torch.no_grad()
def with_one_more(batches):
    parts = [nn.Linear(4, 4)]
    parts.append(Head(4))
    net = nn.Sequential(*parts).eval()
    for x in batches:  # expect: no-grad-eval[unsafe]
        print(net(x).argmax().item())


@torch.no_grad()
def with_those_of_others(batches, fill):
    parts = [nn.Linear(4, 4)]
    fill(parts)
    net = nn.Sequential(*parts).eval()
    for x in batches:  # expect: no-grad-eval[unsafe]
        print(net(x).argmax().item())


@torch.no_grad()
def of_either(batches):
    net = nn.Linear(4, 2)
    if len(sys.argv) > 1:
        net = Head(4)
    net.eval()
    for x in batches:  # expect: no-grad-eval[unsafe]
        print(net(x).argmax().item())
