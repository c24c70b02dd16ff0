# Optimizers whose class is not seen may differentiate the gradients.
import torch
from mylib.optim import Newton


def train(model, loader):
    optimizer = Newton(model.parameters())
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward(create_graph=True)
        optimizer.step()
