# What drops the gradients does so under a condition.
import torch
from torch import nn, optim

critic = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 1))
generator = nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 784))
critic_optimizer = optim.Adam(critic.parameters())
generator_optimizer = optim.Adam(generator.parameters())


def reset_all(step):
    critic_optimizer.zero_grad()
    if step % 4 == 0:
        generator_optimizer.zero_grad()


def train(loader):
    for step, real in enumerate(loader):
        fake = generator(torch.randn(len(real), 64))
        critic_loss = critic(fake).mean() - critic(real).mean()
        reset_all(step)
        critic_loss.backward()
        critic_optimizer.step()

        generator_loss = -critic(generator(torch.randn(len(real), 64))).mean()
        reset_all(step)
        generator_loss.backward()
        generator_optimizer.step()
