# rule: target-network-gradient
"""The gradient of the actor flows through the copy of the critic."""
import torch
from torch import nn


def train(actor, critic_target, batches):
    optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
    for states in batches:
        with torch.no_grad():
            value = critic_target(actor(states))
        loss = -value.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


torch.manual_seed(0)
print(f"{train(nn.Linear(4, 2), nn.Linear(2, 1), torch.randn(5, 3, 4)):.9f}")
