# The limit is a parameter that nobody reads, so nobody can keep to it: the list is given it. A
# deque is no stand-in where the list is sliced, sorted or annotated.
import random


class Meter:
    def __init__(self, max_history=100):
        self.values = []

    def update(self, value):
        self.values.append(value)  # expect: unbounded-history[unsafe]


class Replay:
    def __init__(self, capacity: int):
        self.memory = []

    def __len__(self):
        return len(self.memory)

    def add(self, step):
        self.memory.append(step)  # expect: unbounded-history[unsafe]

    def sample(self, n):
        return random.sample(self.memory, n)


class Sliced:
    def __init__(self, buffer_size):
        self.seen = []

    def add(self, step):
        self.seen.append(step)  # expect: unbounded-history[report]

    def half(self):
        return self.seen[: len(self.seen) // 2]


class Annotated:
    def __init__(self, capacity):
        self.kept: list = []

    def add(self, step):
        self.kept.append(step)  # expect: unbounded-history[report]
