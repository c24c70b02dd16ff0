# rule: noop-detach
"""The state's own detach() cuts the history; without it the second step goes backward through the first."""
import torch
from torch import nn


class State:
    def __init__(self, size):
        self.hidden = torch.zeros(1, size)

    def detach(self):
        self.hidden = self.hidden.detach()


def train(cell, steps=4):
    state = State(4)
    for _ in range(steps):
        state.hidden = cell(torch.randn(1, 4), state.hidden)
        cell.zero_grad()
        state.hidden.pow(2).sum().backward()
        print(f"{cell.weight_hh.grad.norm().item():.6f}")


torch.manual_seed(0)
train(nn.RNNCell(4, 4))
