# The loop that runs the step is in another file, which resets nothing.
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.critic = nn.Linear(100, 10)
        self.alpha = torch.zeros(1, requires_grad=True)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())
        self.alpha_optimizer = torch.optim.Adam([self.alpha])

    def update_critic(self, x, y):
        loss = (self.critic(x) - y).pow(2).mean()
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()
        return loss.detach()

    def update_alpha(self, gap):
        loss = -(self.alpha * gap).mean()
        loss.backward()  # expect: missing-zero-grad[unsafe]
        self.alpha_optimizer.step()

    def update(self, x, y):
        self.update_alpha(self.update_critic(x, y))


class Once:
    def __init__(self):
        self.net = nn.Linear(100, 10)
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def update(self, x, y):
        loss = (self.net(x) - y).pow(2).mean()
        loss.backward()
        self.optimizer.step()
