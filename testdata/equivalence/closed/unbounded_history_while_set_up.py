# level: unsafe
# rule: unbounded-history
import torch


class Monitor:
    def __init__(self, count):
        self.history = []
        for step in range(count):
            self.history.append(torch.ones(1) * step)

    def last(self):
        return self.history[-1]


monitor = Monitor(4)
print(monitor.last().item())
