# The generator runs in the step of the critic; a function drops all gradients before its own step.
import torch
from torch import nn, optim

critic = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 1))
generator = nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 784))
critic_optimizer = optim.Adam(critic.parameters())
generator_optimizer = optim.Adam(generator.parameters())


def reset_all():
    critic_optimizer.zero_grad()
    generator_optimizer.zero_grad()


def norm_of_gradients(loss, network):
    return sum(g.pow(2).sum() for g in torch.autograd.grad(loss, list(network.parameters())))


def train(loader):
    for real in loader:
        fake = generator(torch.randn(len(real), 64))  # expect: target-network-gradient
        critic_loss = critic(fake).mean() - critic(real).mean()
        reset_all()
        critic_loss.backward()
        critic_optimizer.step()

        made = generator(torch.randn(len(real), 64))
        generator_loss = -critic(made).mean()
        print(norm_of_gradients(-critic(generator(torch.randn(8, 64))).mean(), generator))
        reset_all()
        generator_loss.backward()
        generator_optimizer.step()
