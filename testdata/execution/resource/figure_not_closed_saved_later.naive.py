# rule: figure-not-closed
"""All open figures are written at the end, by their numbers."""
import os
import tempfile

import matplotlib.pyplot as plt


def draw(values):
    for value in values:
        plt.figure()
        plt.plot([0, 1], [0, value])
        plt.close()


with tempfile.TemporaryDirectory() as folder:
    draw([1.0, 2.0, 3.0])
    for number in plt.get_fignums():
        plt.figure(number).savefig(os.path.join(folder, f"{number}.png"))
    print(sorted(os.listdir(folder)))
