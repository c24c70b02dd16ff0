# The code says what the graph is for.
import torch


def train(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward(create_graph=True)
        optimizer.set_hessian()
        optimizer.step()
