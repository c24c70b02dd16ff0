# Limited by hand, by a maximum length, and by a check before the append.
from collections import deque


class TelescopeAgg:
    def __init__(self, max_history=100):
        self.measurements = []
        self.max_history = max_history

    def add_measurement(self, meas):
        self.measurements.append(meas.detach().cpu())
        if len(self.measurements) > self.max_history:
            self.measurements.pop(0)


class Tracker:
    def __init__(self, max_size=1000):
        self.history = deque(maxlen=max_size)

    def add(self, value):
        self.history.append(value)


class Trainer:
    def __init__(self):
        self.grad_norm_history = []
        self.grad_norm_window = 100

    def clip(self, clipped_norm):
        if len(self.grad_norm_history) >= self.grad_norm_window:
            self.grad_norm_history.pop(0)
        self.grad_norm_history.append(float(clipped_norm))
