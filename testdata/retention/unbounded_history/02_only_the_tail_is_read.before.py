# What is read decides how much is wanted; the farthest read counts.
class Watcher:
    def __init__(self):
        self.losses = []
        self.norms = []

    def update(self, loss, norm):
        self.losses.append(loss)  # expect: unbounded-history[unsafe]
        if norm > 0:
            self.norms.append(norm)  # expect: unbounded-history[unsafe]

    def mean(self):
        recent = self.losses[-20:]
        return sum(recent) / max(len(recent), 1)

    def last(self):
        return self.losses[-1], self.norms[-1], self.norms[-2]
