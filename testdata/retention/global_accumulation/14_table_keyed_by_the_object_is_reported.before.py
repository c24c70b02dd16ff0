# mutations: no-nesting
_areas = {}


class Polygon:
    def __init__(self, points):
        self.points = points

    def area(self):
        if self not in _areas:
            _areas[self] = sum(x * y for x, y in self.points)  # expect: global-accumulation[report]
        return _areas[self]
