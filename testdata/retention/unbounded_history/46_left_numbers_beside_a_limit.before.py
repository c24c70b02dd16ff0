from collections import deque


class Stats:
    def __init__(self):
        self.recent = deque(maxlen=100)
        self.losses = []

    def note(self, loss):
        self.recent.append(loss.item())
        self.losses.append(loss.item())

    def mean(self):
        return sum(self.recent) / len(self.recent)
