# A gradient has no graph of its own, unless the backward pass is told to make one.
import torch


def smooth_gradient(model, x, label, count):
    total = torch.zeros_like(x)
    for _ in range(count):
        noisy = (x + torch.randn_like(x)).requires_grad_()
        model(noisy)[:, label].sum().backward()
        total += noisy.grad ** 2
    return total / count
