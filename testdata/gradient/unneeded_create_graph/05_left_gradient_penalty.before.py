# The gradients, or an expression of them, are differentiated.
import torch


def norm_of_grad(model, loader, optimizer):
    for x in loader:
        x.requires_grad_(True)
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward(create_graph=True)
        extra = (x.grad.norm(2) - 1).pow(2)
        extra.backward()
        optimizer.step()


def with_autograd(model, loader, optimizer, params):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward(create_graph=True)
        grads = torch.autograd.grad(loss, params, create_graph=True)
        sum(g.pow(2).sum() for g in grads).backward()
        optimizer.step()
