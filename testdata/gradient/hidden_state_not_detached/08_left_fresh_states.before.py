# A fresh state for every sequence; one backward pass for all of it.
import torch
from torch import nn


def train(sequences, optimizer, criterion):
    cell = nn.GRUCell(8, 16)
    for sequence, y in sequences:
        state = torch.zeros(1, 16)
        loss = 0
        for x in sequence:
            state = cell(x, state)
            loss = loss + criterion(state, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
