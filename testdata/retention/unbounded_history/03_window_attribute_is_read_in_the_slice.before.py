# The window is an attribute, used where the list is read.
class Smoother:
    def __init__(self, window):
        self.window = window
        self.values: list = []

    def add(self, value): self.values.append(value)  # expect: unbounded-history[unsafe]

    def smooth(self):
        return sum(self.values[-self.window:]) / self.window
