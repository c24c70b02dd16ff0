import torch


def train(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward(retain_graph=True, create_graph=True)
        optimizer.step()
