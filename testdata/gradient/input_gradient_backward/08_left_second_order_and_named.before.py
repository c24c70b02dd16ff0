import torch


def penalty(model, criterion, image, label):
    image = image.detach().requires_grad_(True)
    loss = criterion(model(image), label)
    loss.backward(create_graph=True)
    return image.grad.pow(2).sum()


def named(model, criterion, image, label):
    image = image.detach().requires_grad_(True)
    criterion(model(image), label).backward(inputs=[image])
    return image.grad


def by_hand(points, targets):
    weights = torch.zeros(3, requires_grad=True)
    loss = (points @ weights - targets).pow(2).mean()
    loss.backward()
    return weights.grad
