# Where numpy() runs perhaps, nothing shows that the value has no graph.
import torch
from torch import nn


class Pool:
    def __init__(self, encoder: nn.Module, optimizer):
        self.encoder = encoder
        self.optimizer = optimizer
        self.kept = []

    def add(self, batches, saves):
        for x in batches:
            out = self.encoder(x)
            first, rest = out.split(1)
            self.kept.append((first, rest))
            if saves:
                first.numpy().tofile("first.bin")

    def train(self):
        loss = sum(first.sum() + rest.sum() for first, rest in self.kept)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
