# Reported at https://github.com/tensorflow/models/issues/3603
# A plot is drawn on the canvas and read back as an array for the summaries of the
# training.
import matplotlib.pyplot as plt
import numpy as np


def cdf_image(values):
    sorted_values = np.sort(values / values.sum())
    cumulative = np.cumsum(sorted_values)
    fraction = np.arange(cumulative.size, dtype=np.float32) / cumulative.size
    fig = plt.figure(frameon=False)  # expect: figure-not-closed[safe]
    ax = fig.add_subplot(111)
    ax.plot(fraction, cumulative)
    ax.set_ylabel("cumulative normalized values")
    fig.canvas.draw()
    width, height = fig.get_size_inches() * fig.get_dpi()
    return np.frombuffer(fig.canvas.buffer_rgba(), dtype="uint8").reshape(1, int(height), int(width), 4)


def summaries(writer, batches):
    for step, values in enumerate(batches):
        writer.add_image("cdf", cdf_image(values), step)
