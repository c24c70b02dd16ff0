import io

import matplotlib.pyplot as plt
import numpy as np


def image_of(values):
    fig = plt.figure(frameon=False)  # expect: figure-not-closed[safe]
    fig.gca().plot(values)
    fig.canvas.draw()
    return np.frombuffer(fig.canvas.buffer_rgba(), dtype="uint8")


def picture(values, as_bytes):
    fig, ax = plt.subplots()  # expect: figure-not-closed[safe]
    result = ax.plot(values)
    fig.savefig("last.png")
    if not len(values):
        return None
    if as_bytes:
        return bytes(
            fig.canvas.buffer_rgba()  # straight
        )  # done
    return {"pixels": str(fig.canvas.buffer_rgba())}


def run(batches):
    for step, values in enumerate(batches):
        writer.add_image("values", image_of(values), step)
        writer.add(picture(values, step > 2))


def perhaps(values):
    fig = plt.figure()  # expect: figure-not-closed[safe]
    try:
        fig.gca().plot(values)
        fig.savefig("a.png")
        return bytes(fig.canvas.buffer_rgba())
    except ValueError:
        return None
