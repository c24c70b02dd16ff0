import torch
from torch.nn import functional as F


class Gan:
    def __init__(self, generator, critic):
        self.generator, self.critic = generator, critic
        self.generator_optimizer = torch.optim.Adam(self.generator.parameters(), 2e-4)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), 2e-4)
        self.losses = []

    def critic_step(self, real):
        with torch.no_grad():
            fake = self.generator(torch.randn(len(real), 64))  # expect: target-network-gradient[unsafe]
        on_real, on_fake = self.critic(real), self.critic(fake)
        distance = on_real.mean() - on_fake.mean()
        loss = F.softplus(-on_real).mean() + F.softplus(on_fake).mean() - distance
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()
        return loss, distance

    def generator_step(self, size):
        loss = F.softplus(-self.critic(self.generator(torch.randn(size, 64)))).mean()
        self.generator_optimizer.zero_grad()
        loss.backward()
        self.generator_optimizer.step()
        return loss.item()

    def fit(self, loader):
        for real in loader:
            loss, distance = self.critic_step(real)
            self.losses.append((loss.item(), distance.item()))
            self.generator_step(len(real))
