# options: minor: true
import torch
from torch import nn
import torch.nn.functional as F


class Gan:
    def __init__(self, other: nn.Module):
        self.generator = nn.Linear(4, 4)
        self.critic = nn.Linear(4, 1)
        self.other = other
        self.optimizer = torch.optim.Adam(self.critic.parameters())

    def step(self, x, z):
        self.optimizer.zero_grad()
        real = self.critic(x).mean()
        with torch.no_grad():
            generator_output = self.generator(z)
        fake = self.critic(generator_output).mean()  # expect: no-grad-eval[safe]
        (fake - real).backward()
        self.optimizer.step()

    def loss(self, x, z):
        with torch.no_grad():
            generator_output = self.generator(z)
        return self.critic(generator_output).mean()  # expect: no-grad-eval[safe]

    def step_by_loss(self, x, z):
        self.optimizer.zero_grad()
        self.loss(x, z).backward()
        self.optimizer.step()

    def step_after_another_pass(self, x, z):
        self.optimizer.zero_grad()
        loss = F.softplus(-self.critic(x)).mean() + self.critic(self.generator(z).detach()).mean()  # expect: no-grad-eval[report]
        loss.backward()
        self.optimizer.step()

    def step_of_a_class_not_seen(self, x, z):
        self.optimizer.zero_grad()
        with torch.no_grad():
            other_output = self.other(z)
        loss = self.critic(other_output.detach()).mean()  # expect: no-grad-eval[unsafe]
        loss.backward()
        self.optimizer.step()

    def step_of_both(self, x, z):
        self.optimizer.zero_grad()
        loss = (self.critic(self.generator(z)) - self.generator(z)).mean()
        loss.backward()
        self.optimizer.step()
