# prepare() gives back what it is given, in the same order, and resets nothing.
from accelerate import Accelerator
from torch import optim


def train(model, loader):
    accelerator = Accelerator()
    optimizer = optim.AdamW(model.parameters())
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).sum()
        accelerator.backward(loss)  # expect: missing-zero-grad
        optimizer.step()


def train_given(model, optimizer, loader):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x in loader:
        loss = model(x).sum()
        accelerator.backward(loss)
        optimizer.step()


def train_two(body, head, loader):
    accelerator = Accelerator()
    optimizer = optim.AdamW(body.parameters())
    head_optimizer = optim.AdamW(head.parameters())
    body, head, optimizer, head_optimizer = accelerator.prepare(
        body, head, optimizer, head_optimizer
    )
    for x in loader:
        loss = head(body(x)).sum()
        accelerator.backward(loss)  # expect: missing-zero-grad
        optimizer.step()
        head_optimizer.step()
        optimizer.zero_grad()
        head_optimizer.zero_grad()
