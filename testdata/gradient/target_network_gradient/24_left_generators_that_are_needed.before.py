# The graph of what the generator makes is needed: by a step of its own, by a penalty that asks for
# its gradient, by gradients that nobody drops in between, or by a caller.
import torch
from torch import optim


def train_with_one_batch(generator, critic, loader, size):
    optimizer_g = optim.Adam(generator.parameters())
    optimizer_d = optim.Adam(critic.parameters())
    for real, _ in loader:
        fake = generator(torch.randn(len(real), size))
        optimizer_d.zero_grad()
        (critic(fake).mean() - critic(real).mean()).backward(retain_graph=True)
        optimizer_d.step()
        optimizer_g.zero_grad()
        (-critic(fake).mean()).backward()
        optimizer_g.step()


def train_with_divergence(generator, critic, loader, size):
    optimizer_g = optim.Adam(generator.parameters())
    optimizer_d = optim.Adam(critic.parameters())
    for real, _ in loader:
        fake = generator(torch.randn(len(real), size))
        optimizer_d.zero_grad()
        score = critic(fake)
        (grad,) = torch.autograd.grad(score.sum(), fake, create_graph=True)
        (score.mean() - critic(real).mean() + grad.norm()).backward()
        optimizer_d.step()
        optimizer_g.zero_grad()
        (-critic(generator(torch.randn(len(real), size))).mean()).backward()
        optimizer_g.step()


def train_with_gradients_of_both(generator, critic, loader, size):
    optimizer_g = optim.Adam(generator.parameters())
    optimizer_d = optim.Adam(critic.parameters())
    for real, _ in loader:
        optimizer_g.zero_grad()
        optimizer_d.zero_grad()
        fake = generator(torch.randn(len(real), size))
        (critic(fake).mean() - critic(real).mean()).backward()
        optimizer_d.step()
        (-critic(generator(torch.randn(len(real), size))).mean()).backward()
        optimizer_g.step()


def train_all(generator, critic, loader, size):
    optimizer = optim.Adam([*generator.parameters(), *critic.parameters()])
    for real, _ in loader:
        fake = generator(torch.randn(len(real), size))
        optimizer.zero_grad()
        (critic(fake).mean() - critic(real).mean()).backward()
        optimizer.step()
