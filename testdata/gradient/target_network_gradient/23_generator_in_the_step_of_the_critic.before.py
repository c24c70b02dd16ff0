# The critic's step differentiates through the generator, whose own step drops what it gets. The
# critic is frozen meanwhile, which says nothing about the generator.
import torch
from torch import optim


def gradient_penalty(critic, real, fake):
    mixed = (0.5 * real + 0.5 * fake).detach().requires_grad_(True)
    score = critic(mixed).sum()
    (grad,) = torch.autograd.grad(score, mixed, create_graph=True)
    return ((grad.flatten(1).norm(2, dim=1) - 1) ** 2).mean()


def train(generator, critic, loader, size):
    optimizer_g = optim.Adam(generator.parameters(), lr=1e-4)
    optimizer_d = optim.Adam(critic.parameters(), lr=1e-4)
    for step, (real, _) in enumerate(loader):
        fake = generator(torch.randn(len(real), size))  # expect: target-network-gradient[unsafe]
        optimizer_d.zero_grad()
        loss = critic(fake).mean() - critic(real).mean() + gradient_penalty(critic, real, fake)
        loss.backward()
        optimizer_d.step()
        if step % 5:
            continue
        for weight in critic.parameters():
            weight.requires_grad_(False)
        optimizer_g.zero_grad()
        (-critic(generator(torch.randn(len(real), size))).mean()).backward()
        optimizer_g.step()
        for weight in critic.parameters():
            weight.requires_grad_(True)
