# The layer that is called decides, not its neighbours; a stack of cells keeps a list.
import torch
from torch import nn


def train(loader, optimizer, criterion):
    gru = nn.GRU(8, 16)
    lstm = nn.LSTM(16, 16)
    state = torch.zeros(1, 4, 16)
    for x, y in loader:
        state = state.detach()
        optimizer.zero_grad()
        features, state = gru(x, state)  # expect: hidden-state-not-detached[unsafe]
        out, _ = lstm(features)
        criterion(out, y).backward(retain_graph=True)
        optimizer.step()


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.cells = nn.ModuleList([nn.LSTMCell(8, 8), nn.LSTMCell(8, 8)])

    def forward(self, x, states):
        kept = []
        for cell, state in zip(self.cells, states):
            x, c = cell(x, state)
            kept.append((x, c))
        return x, kept


def train_stack(loader, optimizer, criterion):
    stack = Stack()
    states = [None, None]
    for x, y in loader:
        optimizer.zero_grad()
        out, states = stack(x, states)  # expect: hidden-state-not-detached[report]
        criterion(out, y).backward(retain_graph=True)
        optimizer.step()
