# Reported at https://github.com/PowerGridModel/power-grid-model-ds/issues/238
# An empty array, then a concatenation for each kind of branch.
import numpy as np


class Grid:
    def __init__(self, arrays):
        self.arrays = arrays

    def get_branches(self, dtype):
        branches = np.zeros(0, dtype=dtype)
        for array in self.arrays:
            branches = np.concatenate([branches, array[list(dtype.names)]])  # expect: cat-in-loop[unsafe]
        return branches
