# The name is bound anew between the two statements.
import torch


class Node:
    def __init__(self):
        self.data = torch.zeros(1000)
        self.children = []

    def add(self, child, make):
        self.children.append(child)
        child = make()
        child.parent = self
        return child
