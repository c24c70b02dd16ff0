# rule: unbounded-history
"""An entry is found again by the number of its step."""
from collections import deque

import torch


class Recorder:
    def __init__(self):
        self.reward_history = deque(maxlen=100)

    def add(self, reward):
        self.reward_history.append(reward)

    def gain(self, step):
        return self.reward_history[-1] - self.reward_history[step]


torch.manual_seed(0)
recorder = Recorder()
for value in torch.randn(300).tolist():
    recorder.add(value)
print(f"{recorder.gain(10):.6f}")
