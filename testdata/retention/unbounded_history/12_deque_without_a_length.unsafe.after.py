# A deque can't be cut by a slice.
from collections import deque


class Meter:
    def __init__(self, max_history: int = 100):
        self.values = deque()
        self.max_history = max_history

    def update(self, value):
        self.values.append(value)  # expect: unbounded-history[unsafe]
        if len(self.values) > self.max_history:
            self.values.popleft()

    def last(self):
        return self.values[-1]
