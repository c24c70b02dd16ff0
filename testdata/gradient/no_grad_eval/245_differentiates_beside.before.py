import torch


def sensitivities(model, energy, loader):
    model.eval()
    classes, slopes = [], []
    for images in loader:
        classes.append(model(images).argmax(1).tolist())  # expect: no-grad-eval[unsafe]
        points = images.mean((2, 3)).requires_grad_()
        slopes.append(torch.autograd.grad(energy(points).sum(), points)[0].norm().item())
    return classes, slopes
