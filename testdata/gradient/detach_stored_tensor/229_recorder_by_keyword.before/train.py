import torch
from logs import Log


def train(model, loader, optimizer, criterion):
    log = Log()
    for x, y in loader:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        log.update(loss=loss, rate=optimizer.param_groups[0]["lr"])  # expect: detach-stored-tensor[safe]
