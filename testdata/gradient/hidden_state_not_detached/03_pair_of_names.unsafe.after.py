# Both names of the pair.
import torch
from torch import nn


def train(stream, optimizer, criterion):
    cell = nn.LSTMCell(8, 16)
    h = torch.zeros(1, 16)
    c = torch.zeros(1, 16)
    while True:
        h = h.detach()
        c = c.detach()
        x, y = next(stream)
        h, c = cell(x, (h, c))  # expect: hidden-state-not-detached[unsafe]
        optimizer.zero_grad()
        criterion(h, y).backward(retain_graph=True)
        optimizer.step()
