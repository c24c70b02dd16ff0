# Reported at https://github.com/PowerGridModel/power-grid-model-ds/issues/238
# An empty array, then a concatenation for each kind of branch.
import numpy as np


class Grid:
    def __init__(self, arrays):
        self.arrays = arrays

    def get_branches(self, dtype):
        branches = np.zeros(0, dtype=dtype)
        branches_parts = [branches]
        for array in self.arrays:
            branches_parts.append(array[list(dtype.names)])  # expect: cat-in-loop[unsafe]
        branches = np.concatenate(branches_parts)
        return branches
