import torch
from torch.distributions import Categorical


class Agent:
    def __init__(self, actor, optimizer):
        self.actor = actor
        self.optimizer = optimizer
        self.memory = []

    def collect(self, env, state):
        for _ in range(100):
            dist = Categorical(logits=self.actor(state))
            action = dist.sample()
            self.memory.append((state, dist.log_prob(action)))
            state = env.step(action.item())

    def update(self):
        batch = [*self.memory]
        states, log_probs = zip(*batch)
        loss = -torch.stack(log_probs).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
