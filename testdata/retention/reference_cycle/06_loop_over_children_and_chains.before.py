# Told one by one in a loop, and a list that is linked both ways.
import torch


class Block:
    def __init__(self, size):
        self.weight = torch.zeros(size)
        self.blocks = []
        self.next = None
        self.prev = None

    def adopt(self):
        for block in self.blocks:
            block.root = self  # expect: reference-cycle[report]

    def chain(self, other):
        self.next = other
        other.prev = self  # expect: reference-cycle[report]

    def graft(self):
        child = Block(3)
        child.up = self  # expect: reference-cycle[report]
        self.blocks.append(child)
