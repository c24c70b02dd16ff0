# options: minor: false
# The gradients that a penalty is made of have a graph of their own.
import torch
from torch.autograd import grad


def penalty(critic, real, fake):
    share = torch.rand(len(real), 1)
    between = (share * real + (1 - share) * fake).requires_grad_(True)
    slope, = grad(critic(between).sum(), between, create_graph=True)
    return ((slope.flatten(1).norm(2, dim=1) - 1) ** 2).mean()


def slope_of(critic, real):
    x = real.clone().requires_grad_(True)
    slope, = grad(critic(x).sum(), x)
    return slope.norm()


def train(critic, pairs, optimizer):
    history = {"penalty": [], "slope": []}
    for real, fake in pairs:
        extra = penalty(critic, real, fake)
        loss = critic(fake).mean() - critic(real).mean() + 10 * extra
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history["penalty"].append(extra.detach())  # expect: detach-stored-tensor[unsafe]
        history["slope"].append(slope_of(critic, real))
    for name in history:
        print(name, [float(value) for value in history[name]])
