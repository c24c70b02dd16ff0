# Reported at https://github.com/google/flax/pull/2499
# Children know their parent by a hard reference; device memory waits for the collector.
import numpy as np


class Module:
    def __init__(self, parent=None):
        self.parent = parent
        self.children = []
        self.params = np.zeros((1024, 1024))

    def add(self, child):
        child.parent = self  # expect: reference-cycle[report]
        self.children.append(child)
        return child
