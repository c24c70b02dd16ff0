import torch
from collections import deque
from torch import nn

criterion = nn.MSELoss()


def train(model, loader, optimizer):
    losses, recent, log = [], deque(maxlen=100), []
    by_step = {}
    history = {"loss": [], "parts": []}
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses += [loss.detach()]  # expect: detach-stored-tensor[safe]
        losses = losses + [loss.detach() * 2]  # expect: detach-stored-tensor[safe]
        losses.extend([loss.detach(), loss.detach() / 2])  # expect: detach-stored-tensor[safe]
        losses.insert(0, loss.mean().detach())  # expect: detach-stored-tensor[safe]
        recent.appendleft(loss.detach())  # expect: detach-stored-tensor[safe]
        by_step[i] = loss.detach()  # expect: detach-stored-tensor[safe]
        history["loss"].append(loss.detach())  # expect: detach-stored-tensor[safe]
        log.append({"step": i, "loss": loss.detach(), "pair": (i, loss.detach())})  # expect: detach-stored-tensor[safe]
    return losses, recent, by_step, history, log
