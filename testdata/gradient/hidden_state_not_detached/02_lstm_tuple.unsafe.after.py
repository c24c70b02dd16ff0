# The state of an LSTM is a tuple; the first one is None.
import torch
from torch import nn


def train(loader, optimizer, criterion):
    lstm = nn.LSTM(8, 16)
    hidden = None
    for x, y in loader:
        if hidden is not None:
            hidden = tuple(state.detach() for state in hidden)
        output, hidden = lstm(x, hidden)  # expect: hidden-state-not-detached[unsafe]
        loss = criterion(output, y)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
