import random

import torch


class ReplayMemory:
    def __init__(self):
        self.entries = []

    def push(self, *entry):
        self.entries.append(entry)

    def sample(self, n):
        return random.sample(self.entries, n)


def train(env, actor, critic, optimizer):
    memory = ReplayMemory()
    state = env.reset()
    for _ in range(1000):
        action = actor(state)
        memory.push(state, action)
        state = env.step(action)
        for old_state, old_action in memory.sample(4):
            loss = critic(old_state, old_action).mean()
            loss.backward()
        optimizer.step()
