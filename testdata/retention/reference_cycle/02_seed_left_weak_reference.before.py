# The property keeps a weak reference, whatever the assignment looks like.
import weakref

import torch


class Node:
    def __init__(self):
        self.children = []
        self.data = torch.zeros(1000, 1000)
        self._parent = None

    @property
    def parent(self):
        return self._parent() if self._parent else None

    @parent.setter
    def parent(self, value):
        self._parent = weakref.ref(value) if value else None

    def add_child(self, child):
        self.children.append(child)
        child.parent = self
