# Detaching the first state, too, would leave what makes it untrained, without an error.
import torch
from torch import nn


def encoded(loader, first, criterion):
    encoder = nn.Linear(4, 16)
    rnn = nn.GRU(8, 16)
    optimizer = torch.optim.Adam([*encoder.parameters(), *rnn.parameters()])
    hidden = encoder(first)
    for x, y in loader:
        optimizer.zero_grad()
        output, hidden = rnn(x, hidden)  # expect: hidden-state-not-detached[report]
        criterion(output, y).backward(retain_graph=True)
        optimizer.step()


def learned(loader, criterion):
    start = nn.Parameter(torch.zeros(1, 4, 16))
    rnn = nn.GRU(8, 16)
    optimizer = torch.optim.Adam([start, *rnn.parameters()])
    hidden = start
    for x, y in loader:
        optimizer.zero_grad()
        output, hidden = rnn(x, hidden)  # expect: hidden-state-not-detached[report]
        criterion(output, y).backward(retain_graph=True)
        optimizer.step()


def given(loader, criterion):
    rnn = nn.GRU(8, 16)
    optimizer = torch.optim.Adam(rnn.parameters())
    hidden = torch.zeros(1, 4, 16)
    for x, y in loader:
        optimizer.zero_grad()
        output, hidden = rnn(x, hidden)  # expect: hidden-state-not-detached[unsafe]
        criterion(output, y).backward(retain_graph=True)
        optimizer.step()
