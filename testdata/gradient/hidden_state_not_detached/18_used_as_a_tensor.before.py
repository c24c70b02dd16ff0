# What is computed with the state says that it is a tensor, whatever else the file has.
import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.filter = nn.Conv2d(2, 2, 3, padding=1)

    def forward(self, h):
        return h + self.filter(h)


def solve(chunks, steps, state, truth):
    cell = Cell()
    reader = nn.LSTM(4, 4)
    optimizer = torch.optim.Adam([*cell.parameters(), *reader.parameters()])
    for chunk in range(chunks):
        optimizer.zero_grad()
        for _ in range(steps):
            state = cell(state)  # expect: hidden-state-not-detached[unsafe]
        loss = (state - truth[chunk]).pow(2).mean()
        loss.backward(retain_graph=True)
        optimizer.step()


def by_method(cell, batches, optimizer):
    state = None
    for batch in batches:
        optimizer.zero_grad()
        out, state = cell(batch, state)  # expect: hidden-state-not-detached[unsafe]
        (out.sum() + state.mean()).backward(retain_graph=True)
        optimizer.step()
