import copy

import torch


class Trainer:
    def __init__(self, make):
        self.snapshots = []
        self.model = torch.nn.Linear(1000, 1000)

    def train(self, loader):
        for step, batch in enumerate(loader):
            self.model(batch).sum().backward()
            self.snapshots.append((step, copy.deepcopy(self.model)))  # expect: memory-not-freed[report]
