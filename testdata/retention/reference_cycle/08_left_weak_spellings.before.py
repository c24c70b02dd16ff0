# weakref.ref, weakref.proxy, a weak set for the children.
import weakref

import torch


class Node:
    def __init__(self):
        self.data = torch.zeros(1000)
        self.children = []
        self.leaves = weakref.WeakSet()

    def add(self, child):
        self.children.append(child)
        child.parent = weakref.ref(self)

    def add_proxy(self, child):
        me = weakref.proxy(self)
        self.children.append(child)
        child.owner = me

    def add_leaf(self, leaf):
        self.leaves.add(leaf)
        leaf.holder = self
