# The limit is read, may be none, or is no number of this list; the lists go different ways.
import json
from collections import deque


class Kept:
    def __init__(self, capacity):
        self.memory = []
        self.capacity = capacity

    def add(self, step):
        if len(self.memory) < self.capacity:
            self.memory.append(step)

    def all(self):
        return self.memory


class Optional:
    def __init__(self, capacity=None):
        self.entries = []

    def add(self, step):
        self.entries.append(step)

    def all(self):
        return list(self.entries)


class Trimmed:
    def __init__(self, capacity):
        self.rows = []

    def add(self, step):
        self.rows.append(step)

    def flush(self, stream):
        json.dump(self.rows, stream)
        self.rows.clear()


class Apart:
    def __init__(self, size):
        self.recent = deque(maxlen=size)
        self.log = []

    def add(self, step, worth_a_word):
        self.recent.append(step)
        if worth_a_word:
            self.log.append(step)

    def save(self, stream):
        json.dump(self.log, stream)
