from collections import deque

import torch
from torch import nn


class DuelingAgent(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)

    def forward(self, obs):
        return self.net(obs)


class Runner:
    def __init__(self, env, dueling_agent):
        self.env = env
        self.dueling_agent = dueling_agent
        self.replay_memory = deque(maxlen=1000)

    def run(self, obs):
        while obs is not None:
            values = self.dueling_agent(torch.as_tensor(obs))
            action = values.argmax().item()
            self.replay_memory.append((obs, values, action))  # expect: replay-buffer-graph
            obs = self.env.step(action)
