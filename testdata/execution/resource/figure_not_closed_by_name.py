# rule: figure-not-closed
"""The figure is taken up again by its name."""
import os
import tempfile

import matplotlib.pyplot as plt


def draw(folder, values):
    for step, value in enumerate(values):
        figure = plt.figure("curve")
        plt.plot([0, 1], [0, value])
        figure.savefig(os.path.join(folder, f"{step}.png"))
        print(step, len(figure.axes[0].lines))


with tempfile.TemporaryDirectory() as folder:
    draw(folder, [1.0, 2.0, 3.0])
