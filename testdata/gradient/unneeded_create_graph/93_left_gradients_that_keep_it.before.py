# A penalty that is differentiated, gradients that callers get, and two passes through one graph.
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 1))
optimizer = torch.optim.SGD(critic.parameters(), lr=0.05)


def penalty(x):
    x = x.clone().requires_grad_(True)
    grads = torch.autograd.grad(critic(x).sum(), x, create_graph=True)[0]
    return (grads.norm(2, dim=1) - 1).pow(2).mean()


for _ in range(3):
    optimizer.zero_grad()
    penalty(torch.ones(2, 4)).backward()
    optimizer.step()


def gradient_of(model, x):
    x = x.clone().requires_grad_(True)
    return torch.autograd.grad(model(x).sum(), x, create_graph=True)[0]


def twice(x):
    x = x.clone().requires_grad_(True)
    out = critic(x).sum()
    first = torch.autograd.grad(out, x, create_graph=True)[0].detach()
    second = torch.autograd.grad(out, x)[0].detach()
    return first + second
