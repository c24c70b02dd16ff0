# A scheduler steps without gradients, and a module may be reset for the other optimizer.
import torch


def train(accelerator, model, optimizer, loader, scheduler):
    model, optimizer, loader, lr_scheduler = accelerator.prepare(model, optimizer, loader, scheduler)
    for x, y in loader:
        loss = model(x, labels=y).loss
        loss.backward()
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()
