# Reported at https://github.com/radixark/miles/pull/1966
# The log-probabilities of the old policy enter the stored rollout data with a live graph.
import torch
from torch.distributions import Categorical


class Memory:
    def __init__(self):
        self.data = []

    def add(self, state, action, log_prob, reward):
        self.data.append((state, action, log_prob, reward))


class PPO:
    def __init__(self, actor, lr):
        self.actor = actor
        self.optimizer = torch.optim.Adam(actor.parameters(), lr=lr)
        self.memory = Memory()

    def collect(self, env, n):
        state = env.reset()
        for _ in range(n):
            dist = Categorical(logits=self.actor(state))
            action = dist.sample()
            next_state, reward = env.step(action.item())
            self.memory.add(state, action, dist.log_prob(action), reward)  # expect: replay-buffer-graph[unsafe]
            state = next_state

    def update(self):
        states = torch.stack([m[0] for m in self.memory.data])
        actions = torch.stack([m[1] for m in self.memory.data])
        old = torch.stack([m[2] for m in self.memory.data]).detach()
        rewards = torch.tensor([m[3] for m in self.memory.data])
        log_probs = Categorical(logits=self.actor(states)).log_prob(actions)
        loss = -((log_probs - old).exp() * rewards).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
