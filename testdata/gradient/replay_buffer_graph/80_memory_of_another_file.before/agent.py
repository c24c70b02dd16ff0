import torch
from torch import nn

from memory import ReplayBuffer

policy = nn.Linear(4, 2)


def collect(env, steps):
    buffer = ReplayBuffer(10000)
    state = env.reset()
    for _ in range(steps):
        value = policy(state)
        state, reward = env.step(value.argmax().item())
        buffer.push(state, value, reward)  # expect: replay-buffer-graph[unsafe]
    return buffer
