# Each call may bring another index, and leaves what it has made.
import torch


class Search:
    def __init__(self, network, optimizer, size):
        self.network, self.optimizer = network, optimizer
        self.best = [None] * size
        self.last = {}

    def look(self, index, x):
        loss = self.network(x).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.best[index] = loss  # expect: detach-stored-tensor
        self.last["loss"] = loss

    def report(self):
        print([float(loss) for loss in self.best], float(self.last["loss"]))
