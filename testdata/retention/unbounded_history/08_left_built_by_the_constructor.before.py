# Filled while the object is made, directly and through a helper.
class Network:
    def __init__(self, sizes):
        self._layers = []
        self._trace = []
        for size in sizes:
            self._add(size)
        self._trace.append(len(sizes))

    def _add(self, size):
        self._layers.append(size)

    def last(self):
        return self._layers[-1]
