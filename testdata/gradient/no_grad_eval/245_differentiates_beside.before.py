import torch


def sensitivities(model, loader, penalty, weights):
    model.eval()
    classes, slopes = [], []
    for images in loader:
        classes.append(model(images).argmax(1).tolist())  # expect: no-grad-eval[unsafe]
        slopes.append(torch.autograd.grad(penalty, weights, retain_graph=True)[0].norm().item())
    return classes, slopes
