# Two lists get an entry each; one of them has a maximum length.
from collections import deque


class Prioritised:
    def __init__(self, size):
        self.steps = deque(maxlen=size)
        self.priorities = deque(maxlen=size)

    def add(self, step, priority):
        self.steps.append(step)
        self.priorities.append(priority)  # expect: unbounded-history[unsafe]

    def sample(self):
        return choose(self.steps, self.priorities)
