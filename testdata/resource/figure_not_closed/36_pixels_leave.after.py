import matplotlib.pyplot as plt
import numpy as np


def frames(runs):
    pictures = []
    for run in runs:
        fig = plt.figure()  # expect: figure-not-closed[safe]
        fig.gca().plot(run)
        fig.canvas.draw()
        pixels = np.asarray(fig.canvas.buffer_rgba())
        plt.close(fig)
        pictures.append(pixels)
    return pictures
