import torch


def influence(model, criterion, image, label):
    image = image.detach().requires_grad_(True)
    criterion(model(image), label).backward()
    total = sum(p.grad.abs().sum() for p in model.parameters())
    return image.grad, total


def first_layer(model, criterion, image, label):
    image = image.detach().requires_grad_(True)
    criterion(model(image), label).backward()
    return image.grad, model.conv1.weight.grad


def weight_alone(model, criterion, image, label):
    weight = model.conv1.weight
    weight.requires_grad_(True)
    criterion(model(image), label).backward()
    return weight.grad


def clipped(model, criterion, image, label):
    image = image.detach().requires_grad_(True)
    criterion(model(image), label).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    return image.grad
