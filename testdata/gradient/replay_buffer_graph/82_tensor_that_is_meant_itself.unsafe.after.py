import torch
from torch import nn

net = nn.Linear(4, 2)


def numbered(states):
    memory = []
    for i, state in enumerate(states):
        q = net(state)
        q.step = i
        memory.append((state, q.detach()))  # expect: replay-buffer-graph[unsafe]
    return [(q.step, float(q.max())) for _, q in memory]


def doubled(states):
    memory = []
    for state in states:
        q = net(state)
        memory.append((state, q.detach()))  # expect: replay-buffer-graph[unsafe]
        q.data = q.data * 2
    return max(float(q.max()) for _, q in memory)


def plain(states):
    memory = []
    for state in states:
        q = net(state)
        memory.append((state, q.detach()))  # expect: replay-buffer-graph[safe]
    return max(float(q.max()) for _, q in memory)


print(numbered(torch.ones(3, 4)), doubled(torch.ones(3, 4)))
print(plain(torch.ones(3, 4)))
