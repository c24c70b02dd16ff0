# What is read decides, not the limit of the module that nobody reads.
WINDOW = 10


class Norms:
    def __init__(self, window=100):
        self.window = window
        self.norm_history = []

    def step(self, norm: float):
        self.norm_history.append(norm)  # expect: unbounded-history[unsafe]
        del self.norm_history[:-self.window]

    def average(self):
        recent = self.norm_history[-self.window :]
        return sum(recent) / self.window
