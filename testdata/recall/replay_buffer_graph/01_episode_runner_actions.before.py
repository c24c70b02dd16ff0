# Reported at https://github.com/oxwhirl/pymarl/pull/73
# The values of the chosen actions go into the episode batch, and later the replay memory,
# with the graph of the agent.
from collections import deque

import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_obs, 64), nn.ReLU(), nn.Linear(64, n_actions))

    def forward(self, obs):
        return self.net(obs)


class EpisodeRunner:
    def __init__(self, env, agent, buffer_size):
        self.env = env
        self.agent = agent
        self.replay_memory = deque(maxlen=buffer_size)

    def run(self):
        obs = self.env.reset()
        done = False
        while not done:
            q_values = self.agent(torch.as_tensor(obs))
            action = q_values.argmax().item()
            next_obs, reward, done = self.env.step(action)
            self.replay_memory.append((obs, q_values, action, reward))  # expect: replay-buffer-graph[unsafe]
            obs = next_obs
