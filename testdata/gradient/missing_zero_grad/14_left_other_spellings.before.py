# The same reset, said differently.
import torch
from helpers import clear_gradients, reset_grad


def through_module(model, loader, optimizer):
    for x in loader:
        model.zero_grad()
        model(x).sum().backward()
        optimizer.step()


def to_none(model, loader, optimizer):
    for x in loader:
        for p in model.parameters():
            p.grad = None
        model(x).sum().backward()
        optimizer.step()


def in_place(model, loader, optimizer):
    for x in loader:
        model(x).sum().backward()
        optimizer.step()
        for p in model.parameters():
            if p.grad is not None:
                p.grad.detach_()
                p.grad.zero_()


def through_data(weights, loader, optimizer):
    for x in loader:
        (x * weights).sum().backward()
        optimizer.step()
        weights.grad.data.zero_()


def by_item(weights, loader, optimizer):
    for x in loader:
        (x * weights).sum().backward()
        optimizer.step()
        weights.grad[:] = 0


def deleted(model, loader, optimizer):
    for x in loader:
        model(x).sum().backward()
        optimizer.step()
        for p in model.parameters():
            del p.grad


def by_name(model, loader, optimizer):
    for x in loader:
        model(x).sum().backward()
        optimizer.step()
        for p in model.parameters():
            setattr(p, "grad", None)


def by_helper(model, loader, optimizer):
    for x in loader:
        reset_grad(model)
        model(x).sum().backward()
        optimizer.step()


def by_unseen_helper(model, loader, optimizer, prepare):
    for x in loader:
        prepare(optimizer)
        model(x).sum().backward()
        optimizer.step()


def by_alias(model, loader, optimizer):
    clear = optimizer.zero_grad
    for x in loader:
        clear()
        model(x).sum().backward()
        optimizer.step()
