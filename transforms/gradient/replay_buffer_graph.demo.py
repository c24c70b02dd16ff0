# rule: replay-buffer-graph
# level: safe
# measure: graphs
# leak: growth
# output: same
"""Transitions with the Q values they were chosen by; what is sampled is only looked at."""
import random

import torch
from torch import nn


def collect(steps=20):
    net = nn.Linear(4, 2)
    memory = []
    state = torch.zeros(4)
    for _ in range(steps):
        q = net(state)
        memory.append((state, q))
        state = torch.randn(4) + q.argmax().item()
        # sample
    best = 0.0
    for _, value in random.sample(memory, 5):
        best = max(best, float(value.max()))
    return best


random.seed(0)
torch.manual_seed(0)
print(f"{collect():.9f}")
