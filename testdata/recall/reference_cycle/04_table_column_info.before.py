# Reported at https://github.com/astropy/astropy/pull/6277
# The info of a column refers to its column, which holds 800 MB.
import numpy as np


class DataInfo:
    def __init__(self, parent):
        self._parent = parent  # expect: reference-cycle[report]
        self.unit = None


class Column:
    def __init__(self, values):
        self.values = np.asarray(values)
        self.info = DataInfo(self)
