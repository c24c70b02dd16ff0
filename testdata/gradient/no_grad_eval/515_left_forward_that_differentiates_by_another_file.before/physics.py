import torch


def force(energy, x):
    x = x.clone().requires_grad_()
    return -torch.autograd.grad(energy(x).sum(), x, create_graph=True)[0]
