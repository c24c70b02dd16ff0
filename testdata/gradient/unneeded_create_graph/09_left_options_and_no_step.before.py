# An option decides; nobody steps, so the gradients are wanted for something else.
import torch


def option(model, loader, optimizer, second_order):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward(create_graph=second_order)
        optimizer.step()


def curve(model, x):
    y = model(x).sum()
    y.backward(create_graph=True)
    return x.grad
