# What nothing binds is read behind it: the pass is made once at least, in each try to run it.
# mutations: no-nesting
import torch
from torch import nn


def train(generator, critic, loader, size, every):
    optimizer_g = torch.optim.Adam(generator.parameters())
    optimizer_d = torch.optim.Adam(critic.parameters())
    errors = []
    for step, real in enumerate(loader):
        if step % every == 0:
            optimizer_d.zero_grad()
            loss = critic(real).mean()
            loss.backward()
            optimizer_d.step()
            errors.append(loss.item())
        optimizer_d.zero_grad()
        with torch.no_grad():
            fake = generator(torch.randn(len(real), size))  # expect: target-network-gradient
        (critic(fake).mean() - critic(real).mean()).backward()
        optimizer_d.step()
        optimizer_g.zero_grad()
        (-critic(generator(torch.randn(len(real), size))).mean()).backward()
        optimizer_g.step()
        errors.append(error_of_critic.item())


if __name__ == "__main__":
    print(train.__doc__)
