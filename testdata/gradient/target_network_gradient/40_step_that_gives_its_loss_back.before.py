import torch
from torch.nn import functional as F


class Gan:
    def __init__(self, generator, critic):
        self.generator, self.critic = generator, critic
        self.generator_optimizer = torch.optim.Adam(self.generator.parameters(), 2e-4)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), 2e-4)

    def critic_step(self, real):
        fake = self.generator(torch.randn(len(real), 64))  # expect: target-network-gradient[unsafe]
        loss = F.softplus(-self.critic(real)).mean() + F.softplus(self.critic(fake)).mean()
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()
        return loss

    def generator_step(self, count):
        loss = F.softplus(-self.critic(self.generator(torch.randn(count, 64)))).mean()
        self.generator_optimizer.zero_grad()
        loss.backward()
        self.generator_optimizer.step()
        return loss

    def fit(self, loader):
        for real in loader:
            print(self.critic_step(real).item(), self.generator_step(len(real)).item())
