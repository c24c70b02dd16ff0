# rule: hidden-state-not-detached
# level: unsafe
# measure: bytes
# leak: growth
# output: different
"""A stream through a GRU, whose state leads back to the first piece."""
import torch
from torch import nn


def train(pieces=16):
    rnn = nn.GRU(32, 64)
    optimizer = torch.optim.SGD(rnn.parameters(), lr=0.0)
    state = torch.zeros(1, 8, 64)
    total = 0.0
    for _ in range(pieces):
        x = torch.randn(10, 8, 32)
        optimizer.zero_grad()
        out, state = rnn(x, state)
        loss = (out - 1).pow(2).mean()
        loss.backward(retain_graph=True)
        total += rnn.weight_hh_l0.grad.norm().item()
        # sample
    return total


torch.manual_seed(0)
print(f"{train():.6f}")
