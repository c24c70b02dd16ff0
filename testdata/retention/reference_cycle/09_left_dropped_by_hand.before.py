# Somebody takes the link away.
import torch


class Node:
    def __init__(self):
        self.data = torch.zeros(1000)
        self.children = []
        self.parent = None

    def add(self, child):
        self.children.append(child)
        child.parent = self

    def remove(self, child):
        self.children.remove(child)
        child.parent = None
