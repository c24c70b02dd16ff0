# Reported at https://github.com/heitzmann/gdspy/issues/134
# mutations: no-nesting
# A dictionary at the top of a module remembers every cell that was ever asked, and keeps
# it.
import numpy as np

_bounding_boxes = {}


class Cell:
    def __init__(self, polygons):
        self.polygons = polygons

    def get_bounding_box(self):
        if self not in _bounding_boxes:
            points = np.concatenate(self.polygons)
            _bounding_boxes[self] = (points.min(axis=0), points.max(axis=0))  # expect: global-accumulation[report]
        return _bounding_boxes[self]
