# The critic's gradients come from two passes, the generator's own step is not made in each round, and
# what it drops it drops right before.
import torch
from torch import optim


def penalty(critic, real, fake):
    mixed = (real.data + fake.data).requires_grad_(True)
    (grad,) = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)
    return (grad.flatten(1).norm(dim=1) - 1).pow(2).mean()


def train(generator, critic, loader, size, every):
    optimizer_g = optim.Adam(generator.parameters())
    optimizer_d = optim.Adam(critic.parameters())
    for i, (real, _) in enumerate(loader):
        with torch.no_grad():
            fake = generator(torch.randn(len(real), size))  # expect: target-network-gradient[unsafe]
        critic.zero_grad()
        (-critic(real).mean()).backward()
        loss = critic(fake).mean() + penalty(critic, real, fake)
        loss.backward()
        optimizer_d.step()
        if i % every == 0:
            generator.zero_grad()
            (-critic(generator(torch.randn(len(real), size))).mean()).backward()
            optimizer_g.step()
