# Saved, sorted, sliced from the front, joined, returned: the whole is wanted.
import json


class Curves:
    def __init__(self):
        self.saved = []
        self.sorted = []
        self.sliced = []
        self.joined = []
        self.returned = []
        self.window = 10

    def update(self, loss):
        self.saved.append(loss)
        self.sorted.append(loss)
        self.sliced.append(loss)
        self.joined.append(loss)
        self.returned.append(loss)

    def save(self, stream):
        json.dump(self.saved, stream)
        self.sorted.sort()
        return self.sliced[2:], self.joined + [0], self.sliced[::2]

    def curve(self):
        return self.returned
