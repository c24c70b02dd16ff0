# rule: unbounded-history
"""The median is that of all entries."""
import torch


class Monitor:
    def __init__(self):
        self.loss_history = []

    def add(self, loss):
        self.loss_history.append(loss)

    def median(self):
        return sorted(self.loss_history)[len(self.loss_history) // 2]


torch.manual_seed(0)
monitor = Monitor()
for value in torch.randn(300).tolist():
    monitor.add(value)
print(f"{monitor.median():.6f}")
