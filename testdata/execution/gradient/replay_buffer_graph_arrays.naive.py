# rule: replay-buffer-graph
"""Already detached; arrays in place of tensors, as is often advised, can't be stacked."""
from collections import deque

import torch
from torch import nn


def play(net, steps=12):
    memory = deque(maxlen=8)
    state = torch.zeros(4)
    for _ in range(steps):
        q = net(state)
        memory.append(q.detach().cpu().numpy())
        state = torch.randn(4) + q.argmax().item()
    return torch.stack(list(memory)).mean().item()


torch.manual_seed(0)
print(f"{play(nn.Linear(4, 2)):.9f}")
