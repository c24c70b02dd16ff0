# Somebody else of the file resets between two steps.
import torch


def begin(optimizer):
    for group in optimizer.param_groups:
        for p in group["params"]:
            p.grad = None


def helper(model, loader, optimizer):
    for x in loader:
        begin(optimizer)
        model(x).sum().backward()
        optimizer.step()


def post_step_hook(model, loader, optimizer):
    def clear(*_):
        model.zero_grad()

    optimizer.register_step_post_hook(clear)
    for x in loader:
        model(x).sum().backward()
        optimizer.step()


class Wrapped:
    def __init__(self, inner):
        self.inner = inner

    def step(self):
        self.inner.step()
        self.inner.zero_grad()


def wrapper(model, loader, inner):
    optimizer = Wrapped(inner)
    for x in loader:
        model(x).sum().backward()
        optimizer.step()
