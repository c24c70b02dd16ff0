import torch

from losses import total_loss


def train(model, loader, optimizer):
    running = 0
    for batch in loader:
        optimizer.zero_grad()
        loss = total_loss(model, batch)
        loss.backward()
        optimizer.step()
        running += loss  # expect: detach-accumulated-loss[safe]
    print(running)
