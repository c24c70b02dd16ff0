import torch
from torch import nn

from rollouts import RolloutBuffer

lstm = nn.LSTM(8, 8)
gru = nn.GRU(8, 8)


def collect(env, steps, rollouts: RolloutBuffer):
    state, hidden, memory = env.reset(), None, None
    for _ in range(steps):
        out, hidden = lstm(state, hidden)
        rollouts.insert(state, hidden)  # expect: replay-buffer-graph[unsafe]
        out, memory = gru(out, memory)
        rollouts.insert(out, memory)  # expect: replay-buffer-graph[unsafe]
        state = env.step(out.argmax().item())
