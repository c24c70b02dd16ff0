from collections import deque


class ReplayBuffer:
    def __init__(self, size):
        self.items = deque(maxlen=size)

    def push(self, *item):
        self.items.append(item)
