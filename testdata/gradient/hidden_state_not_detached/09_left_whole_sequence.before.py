# One backward pass after the loop.
import torch
from torch import nn


def train(sequence, y, criterion):
    cell = nn.LSTMCell(8, 16)
    h, c = torch.zeros(1, 16), torch.zeros(1, 16)
    for x in sequence:
        h, c = cell(x, (h, c))
    criterion(h, y).backward()
