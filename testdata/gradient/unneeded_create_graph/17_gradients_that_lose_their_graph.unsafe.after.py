# Attributions: what autograd.grad() gives is added up, and detached.
import torch


def integrated_gradients(model, x, target, steps=50):
    base = torch.zeros_like(x)
    total = torch.zeros_like(x)
    for k in range(1, steps + 1):
        point = (base + (x - base) * k / steps).requires_grad_(True)
        score = model(point).gather(1, target[:, None]).sum()
        grads, = torch.autograd.grad(score, point)  # expect: unneeded-create-graph[unsafe]
        total = total + grads
    return ((x - base) * total / steps).sum(1).detach()


def saliency(model, x):
    x = x.clone().requires_grad_(True)
    grads = torch.autograd.grad(model(x).sum(), x)[0]  # expect: unneeded-create-graph[unsafe]
    return grads.abs().max().item()
