import torch
from torch.distributions import Categorical


class Memory:
    def __init__(self):
        self.entries = []

    def add(self, state, action, log_prob):
        self.entries.append((state, action, log_prob))


class Agent:
    def __init__(self, actor, optimizer):
        self.actor = actor
        self.optimizer = optimizer
        self.memory = Memory()

    def collect(self, env, state):
        for _ in range(100):
            dist = Categorical(logits=self.actor(state))
            action = dist.sample()
            self.memory.add(state, action, dist.log_prob(action).detach())  # expect: replay-buffer-graph
            state = env.step(action.item())

    def update(self):
        states = torch.stack([entry[0] for entry in self.memory.entries])
        before = torch.stack([entry[2] for entry in self.memory.entries]).detach()
        loss = (self.actor(states).mean() - before).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
