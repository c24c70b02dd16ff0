# One forward pass, many backward passes: rows of a Jacobian, DeepFool, Fisher information.
import torch


def jacobian(model, x):
    x.requires_grad_(True)
    y = model(x)
    rows = []
    for i in range(y.shape[1]):
        x.grad = None
        y[0, i].backward(retain_graph=True)
        rows.append(x.grad.clone())
    return torch.stack(rows)


def per_output(model, x):
    for logit in model(x)[0]:
        logit.backward(retain_graph=True)


def deepfool(model, image, classes):
    logits = model(image)
    logits[0, 0].backward(retain_graph=True)
    for k in range(1, classes):
        logits[0, k].backward(retain_graph=True)


def fisher(model, x, params):
    loss = model(x).mean()
    loss.backward(retain_graph=True)
    grads = torch.autograd.grad(loss, params)
    return grads
