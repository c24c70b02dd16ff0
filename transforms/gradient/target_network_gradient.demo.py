# rule: target-network-gradient
# level: unsafe
# measure: bytes
# leak: peak
# output: same
"""The copy that a loss compares with gets gradients that nobody reads."""
import copy

import torch
from torch import nn


def train(net, target_net, steps=6):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    # sample
    for _ in range(steps):
        states, later = torch.randn(64, 128), torch.randn(64, 128)
        wanted = target_net(later)
        loss = (net(states) - wanted).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        # sample
    return loss.item()


torch.manual_seed(0)
layers = [layer for _ in range(6) for layer in (nn.Linear(128, 128), nn.Tanh())]
network = nn.Sequential(*layers)
print(f"{train(network, copy.deepcopy(network)):.9f}")
