import torch
from torch.nn import functional as F


class Gan:
    def __init__(self, generator, critic):
        self.generator, self.critic = generator, critic
        self.generator_optimizer = torch.optim.Adam(self.generator.parameters(), 2e-4)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), 2e-4)

    def critic_step(self, real):
        fake = self.generator(torch.randn(len(real), 64))
        loss = F.softplus(-self.critic(real)).mean() + F.softplus(self.critic(fake)).mean()
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()
        return loss, fake

    def generator_step(self, fake):
        loss = F.softplus(-self.critic(fake)).mean()
        self.generator_optimizer.zero_grad()
        loss.backward()
        self.generator_optimizer.step()
        return loss

    def fit(self, loader):
        for real in loader:
            loss, fake = self.critic_step(real)
            print(loss.item(), self.generator_step(fake).item())
