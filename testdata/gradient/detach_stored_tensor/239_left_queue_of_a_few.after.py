# A queue that keeps a few values lets go of the others, and of their graphs.
from collections import deque

import torch


class Trainer:
    def __init__(self, model, optimizer, criterion):
        self.model = model
        self.optimizer = optimizer
        self.criterion = criterion
        self.last = deque(maxlen=1)
        self.recent = deque(maxlen=500)

    def train(self, loader):
        for x, y in loader:
            loss = self.criterion(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.last.append(loss)
            self.recent.append(loss.detach())  # expect: detach-stored-tensor
        return torch.stack(list(self.last)).mean().item(), len(self.recent)


def train(model, loader, optimizer, criterion):
    recent = deque(maxlen=5)
    for x, y in loader:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        recent.append(loss)
    print(torch.stack(list(recent)).mean().item())
