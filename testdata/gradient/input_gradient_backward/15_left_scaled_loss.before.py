import torch
from apex import amp


def gradient(model, criterion, optimizer, x, y):
    x = x.detach().requires_grad_(True)
    loss = criterion(model(x), y)
    model.zero_grad()
    with amp.scale_loss(loss, optimizer) as scaled_loss:
        scaled_loss.backward()
    return x.grad
