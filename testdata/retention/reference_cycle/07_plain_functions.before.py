# Both directions in a function, and a child that adds itself.
import torch


class State:
    def __init__(self, size):
        self.hidden = torch.zeros(size)
        self.children = []


def link(parent: State, child: State):
    parent = State(4)
    child = State(4)
    parent.children.append(child)
    child.parent = parent  # expect: reference-cycle[report]


class Cell:
    def __init__(self, parent):
        self.data = torch.zeros(4)
        self.parent = parent  # expect: reference-cycle[report]
        parent.cells.append(self)
