# Without gradients there is no graph, and without a backward pass it is another rule's case.
import torch
from torch import nn


def evaluate(rnn, loader):
    h = torch.zeros(1, 4, 16)
    with torch.no_grad():
        for x in loader:
            out, h = rnn(x, h)


def generate(rnn, x, n):
    h = None
    for _ in range(n):
        x, h = rnn(x, h)
    return x
