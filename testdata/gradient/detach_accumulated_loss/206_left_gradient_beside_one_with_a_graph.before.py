import torch


def penalty(model, x):
    gradient, = torch.autograd.grad(model(x).sum(), x, create_graph=True)
    return (gradient.norm(2, dim=1) - 1).pow(2).mean()


def smooth_saliency(model, x, target):
    total = torch.zeros_like(x)
    for _ in range(25):
        noisy = (x + 0.1 * torch.randn_like(x)).requires_grad_(True)
        model(noisy)[:, target].sum().backward()
        total += noisy.grad
    return total.abs().amax(1).cpu()
