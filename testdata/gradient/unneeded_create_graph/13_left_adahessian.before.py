# An optimizer that differentiates the gradients.
import torch
from torch_optimizer import Adahessian


def train(model, loader):
    optimizer = Adahessian(model.parameters())
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward(create_graph=True)
        optimizer.step()
