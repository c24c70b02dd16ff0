# The sequence is one graph on purpose; that the next sequence goes on with its state is not.
import torch
from torch import nn


def train(sequences, optimizer, criterion):
    cell = nn.GRUCell(8, 16)
    state = torch.zeros(1, 16)
    for sequence, y in sequences:
        state = state.detach()
        for x in sequence:
            state = cell(x, state)  # expect: hidden-state-not-detached[unsafe]
        optimizer.zero_grad()
        criterion(state, y).backward()
        optimizer.step()
