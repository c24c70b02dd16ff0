# Reported at https://github.com/radiocosmology/caput/pull/13
# Groups of a tree in memory point to their root and parent.
import numpy as np


class MemGroup:
    def __init__(self):
        self.entries = {}
        self.data = np.zeros(10_000_000)

    def create_group(self, name):
        group = MemGroup()
        group.parent = self  # expect: reference-cycle[report]
        self.entries[name] = group
        return group
