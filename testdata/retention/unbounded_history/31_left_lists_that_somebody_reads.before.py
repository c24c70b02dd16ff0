import torch
from torchvision.utils import make_grid


def returned(model, loader):
    grids = []
    for x in loader:
        grids.append(make_grid(model(x).detach()))
    return grids


def last_is_read(model, loader):
    grids = []
    for x in loader:
        grids.append(make_grid(model(x).detach()))
        show(grids[-1])


def read_by_a_closure(model, loader):
    grids = []

    def finish():
        torch.save(grids, "grids.pt")

    for x in loader:
        grids.append(make_grid(model(x).detach()))
    finish()


def of_each_iteration(model, loader):
    for x in loader:
        grids = []
        grids.append(make_grid(model(x).detach()))


def of_the_caller(model, loader, grids):
    for x in loader:
        grids.append(make_grid(model(x).detach()))


def by_locals(model, loader):
    grids = []
    for x in loader:
        grids.append(make_grid(model(x).detach()))
    return locals()


def few(model, x):
    grids = []
    for scale in (1, 2, 4):
        grids.append(make_grid(model(scale * x).detach()))


def cleared(model, loader):
    grids = []
    for x in loader:
        grids.append(make_grid(model(x).detach()))
        if x.mean() > 0:
            grids.clear()


def alive_until_copied(model, loader, stream):
    keep_alive = []
    for x in loader:
        y = model(x).detach()
        keep_alive.append(y)
        stream.copy(y)


def references(optimizer, loader):
    names = []
    for x, parameter in loader:
        names.append(parameter.grad)
        (x * parameter).sum().backward()
        optimizer.step()


def numbers(model, loader):
    losses = []
    for x in loader:
        losses.append(model(x).mean().item())
