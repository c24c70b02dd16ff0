# level: unsafe
# rule: unbounded-history
import torch
from torch import nn


class Monitor:
    def __init__(self):
        self.history = []

    def step(self, value):
        self.history.append(value)
        return self.history[-1]


monitor = Monitor()
for step in range(4):
    monitor.step(torch.ones(1) * step)
print(len(getattr(monitor, "history")))
