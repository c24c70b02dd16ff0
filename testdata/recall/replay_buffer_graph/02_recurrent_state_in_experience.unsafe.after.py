# Reported at https://github.com/Metta-AI/metta/pull/1139
# The LSTM state of the policy is stored into the experience buffer without being
# detached.
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTMCell(16, 32)
        self.head = nn.Linear(32, 4)

    def forward(self, x, state):
        h, c = self.lstm(x, state)
        return self.head(h), (h, c)


class Experience:
    def __init__(self):
        self.obs = []
        self.lstm_h = []

    def store(self, obs, h):
        self.obs.append(obs)
        self.lstm_h.append(h)


def rollout(env, steps):
    policy = Policy()
    experience = Experience()
    state = (torch.zeros(1, 32), torch.zeros(1, 32))
    obs = env.reset()
    for _ in range(steps):
        logits, state = policy(obs, state)
        experience.store(obs, state[0].detach())  # expect: replay-buffer-graph[unsafe]
        obs = env.step(logits.argmax(1))
    return experience
