import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self, actor: nn.Module, critic: nn.Module, memory):
        super().__init__()
        self.actor = actor
        self.critic = critic
        self.memory = memory

    def forward(self, state):
        q = self.critic(state)
        self.memory.push(state, q)
        return self.actor(state)
