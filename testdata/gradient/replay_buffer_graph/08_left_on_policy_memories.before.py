import torch
from torch import nn
from torch.distributions import Categorical

policy = nn.Linear(4, 2)


def reinforce(env, optimizer, steps):
    memory = []
    state = env.reset()
    for _ in range(steps):
        dist = Categorical(logits=policy(state))
        action = dist.sample()
        state, reward = env.step(action.item())
        memory.append((dist.log_prob(action), reward))
    loss = sum(-log_prob * reward for log_prob, reward in memory)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


class A2C:
    def __init__(self, actor, critic, optimizer):
        self.actor, self.critic, self.optimizer = actor, critic, optimizer
        self.rollout = []

    def act(self, state):
        value = self.critic(state)
        self.rollout.append(value)
        return value

    def learn(self, returns):
        advantage = returns - torch.stack(self.rollout)
        advantage.pow(2).mean().backward()
        self.optimizer.step()
        self.rollout.clear()
