# The gradient that is read belongs to a tensor that the pass does not know by that name.
import torch


def attack(model, criterion, image, label):
    first = image.detach().requires_grad_(True)
    x = first * 2
    loss = criterion(model(x), label)
    loss.backward()
    x = first
    x.requires_grad_(True)
    return x.grad


def rebound(model, criterion, image, label):
    image = image.detach().requires_grad_(True)
    optimizer = torch.optim.Adam([image])
    image = image + 1
    criterion(model(image), label).backward()
    optimizer.step()
