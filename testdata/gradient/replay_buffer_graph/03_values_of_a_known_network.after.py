from collections import deque

import torch
from torch import nn

net = nn.Linear(4, 2)


def collect(env, steps):
    memory = deque(maxlen=1000)
    state = env.reset()
    for _ in range(steps):
        q_values = net(state)
        action = q_values.argmax(1)
        state, reward, done = env.step(action.item())
        memory.append((state, q_values.detach(), reward, done))  # expect: replay-buffer-graph
    return sum(float(entry[1].max()) for entry in memory)


def rename(env, steps):
    transitions = []
    state = env.reset()
    for _ in range(steps):
        values = net(state)
        entry = (state, values.max(1)[1], values * 0.5)
        transitions += [entry]
        transitions.append(entry)
        state = env.step(values.argmax().item())


def bound_to_be_stored(env, steps):
    transitions = []
    state = env.reset()
    for _ in range(steps):
        values = net(state)
        entry = (state, values.max(1)[1], values.detach() * 0.5)
        transitions.append(entry)  # expect: replay-buffer-graph
        state = env.step(values.argmax().item())
    print(len(transitions))
