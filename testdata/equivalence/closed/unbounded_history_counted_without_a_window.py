# level: unsafe
# rule: unbounded-history
import torch


class Monitor:
    def __init__(self):
        self.history = []

    def step(self, value):
        self.history.append(value)
        return self.history[-1]

    def size(self):
        return len(self.history)


monitor = Monitor()
for step in range(5):
    monitor.step(torch.ones(1) * step)
    print(monitor.size())
