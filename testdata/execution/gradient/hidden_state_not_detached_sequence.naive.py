# rule: hidden-state-not-detached
"""One backward pass for the whole sequence: a detached state learns nothing of the steps before."""
import torch
from torch import nn


def train(cell, sequences):
    optimizer = torch.optim.SGD(cell.parameters(), lr=0.5)
    for sequence in sequences:
        state = torch.zeros(4, 6)
        for x in sequence:
            state = state.detach()
            state = cell(x, state)
        optimizer.zero_grad()
        (state - 0.5).pow(2).mean().backward()
        optimizer.step()


torch.manual_seed(0)
cell = nn.GRUCell(3, 6)
train(cell, torch.randn(4, 5, 4, 3))
print(f"{cell.weight_ih.norm().item():.6f}")
