# Reported at https://github.com/ray-project/ray/pull/7238
# The value predictions of a rollout are collected for the advantages; no_grad was
# missing.
import torch
from torch import nn


class RolloutBuffer:
    def __init__(self):
        self.states, self.values, self.rewards = [], [], []

    def push(self, state, value, reward):
        self.states.append(state)
        self.values.append(value)
        self.rewards.append(reward)


class Worker:
    def __init__(self, env):
        self.env = env
        self.value_net = nn.Linear(8, 1)
        self.buffer = RolloutBuffer()

    def sample(self, n, gamma=0.99):
        state = self.env.reset()
        for _ in range(n):
            value = self.value_net(state)
            next_state, reward = self.env.step()
            self.buffer.push(state, value, reward)  # expect: replay-buffer-graph[unsafe]
            state = next_state
        returns, acc = [], 0.0
        for reward in reversed(self.buffer.rewards):
            acc = reward + gamma * acc
            returns.append(acc)
        return [r - float(v) for r, v in zip(reversed(returns), self.buffer.values)]
