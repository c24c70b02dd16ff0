# Two losses with a shared trunk, and losses that are summed later.
import torch


def two_losses(model, policy, value, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        hidden = model(x)
        loss_policy = policy(hidden).mean()
        loss_value = (value(hidden) - y).pow(2).mean()
        loss_policy.backward(retain_graph=True)
        loss_value.backward()
        optimizer.step()


def unpacked(model, loader, optimizer):
    for x, y in loader:
        first, second = model.losses(x, y)
        optimizer.zero_grad()
        first.backward(retain_graph=True)
        second.backward()
        optimizer.step()


def kept(model, loader):
    losses = []
    for x in loader:
        loss = model(x).mean()
        loss.backward(retain_graph=True)
        losses.append(loss)
    torch.stack(losses).sum().backward()


def returned(model, x):
    loss = model(x).mean()
    loss.backward(retain_graph=True)
    return loss
