# A maximum length, a reset, a pop, an item that is deleted.
from collections import deque

recent = deque(maxlen=100)
batch = []
queue = []
cache = {}


def add(value):
    recent.append(value)
    batch.append(value)
    queue.append(value)
    cache[value] = value


def reset():
    global batch
    batch = []
    queue.pop(0)
    del cache["old"]
