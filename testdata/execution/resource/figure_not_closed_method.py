# rule: figure-not-closed
# level: safe
# measure: bytes
# leak: growth
# output: same
"""A method draws the confusion matrix of each validation."""
import os

import matplotlib.pyplot as plt
import numpy as np


class Validation:
    def __init__(self, classes):
        self.counts = np.zeros((classes, classes))

    def update(self, targets, predictions):
        for target, prediction in zip(targets, predictions):
            self.counts[target, prediction] += 1

    def draw(self, path):
        fig = plt.figure(figsize=(2, 2))
        axes = fig.add_subplot(111)
        axes.imshow(self.counts)
        if not self.counts.any():
            return 0
        fig.savefig(path)
        return os.path.getsize(path)


generator = np.random.default_rng(0)
validation = Validation(3)
print(validation.draw("empty.png"))
for epoch in range(10):
    validation.update(generator.integers(0, 3, 8), generator.integers(0, 3, 8))
    print(epoch, validation.draw("counts.png"))
    # sample
