# The weights are trained by the same pass, here or by whoever calls.
import torch


def free_training(model, criterion, loader, delta):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for images, labels in loader:
        delta.requires_grad_(True)
        loss = criterion(model(images + delta), labels)
        optimizer.zero_grad()
        loss.backward()
        delta.data += 0.1 * delta.grad.sign()
        optimizer.step()


def both(model, criterion, latent, labels):
    latent = latent.detach().requires_grad_(True)
    optimizer = torch.optim.Adam([latent, *model.parameters()])
    for _ in range(9):
        criterion(model(latent), labels).backward()
        optimizer.step()
        print(latent.grad.norm())


def attack_step(model, criterion, images, labels):
    images = images.detach().requires_grad_(True)
    loss = criterion(model(images), labels)
    loss.backward()
    return images.grad


def train_on_attacks(model, criterion, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for images, labels in loader:
        optimizer.zero_grad()
        attack_step(model, criterion, images, labels)
        optimizer.step()
