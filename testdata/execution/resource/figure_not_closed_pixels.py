# rule: figure-not-closed
# level: safe
# measure: figures
# leak: growth
# output: same
"""A picture is read back from its canvas, in the very expression that is returned."""
import matplotlib.pyplot as plt
import numpy as np


def image_of(values):
    fig = plt.figure(figsize=(2, 2), dpi=50)
    fig.gca().plot(values)
    fig.canvas.draw()
    width, height = fig.canvas.get_width_height()
    return np.frombuffer(fig.canvas.buffer_rgba(), dtype="uint8").reshape(height, width, 4)


def main():
    images = []
    for run in range(10):
        images.append(image_of([run * step for step in range(5)]))
        print(run, images[-1].shape, int(images[-1].sum(dtype="int64")))
        # sample
    print([int(image.sum(dtype="int64")) for image in images])


main()
