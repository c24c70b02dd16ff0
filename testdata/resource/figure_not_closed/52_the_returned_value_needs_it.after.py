import io

import matplotlib.pyplot as plt
import numpy as np


def image_of(values):
    fig = plt.figure(frameon=False)  # expect: figure-not-closed[safe]
    fig.gca().plot(values)
    fig.canvas.draw()
    result = np.frombuffer(fig.canvas.buffer_rgba(), dtype="uint8")
    plt.close(fig)
    return result


def picture(values, as_bytes):
    fig, ax = plt.subplots()  # expect: figure-not-closed[safe]
    result = ax.plot(values)
    fig.savefig("last.png")
    if not len(values):
        plt.close(fig)
        return None
    if as_bytes:
        result_2 = bytes(
            fig.canvas.buffer_rgba()  # straight
        )  # done
        plt.close(fig)
        return result_2
    result_2 = {"pixels": str(fig.canvas.buffer_rgba())}
    plt.close(fig)
    return result_2


def run(batches):
    for step, values in enumerate(batches):
        writer.add_image("values", image_of(values), step)
        writer.add(picture(values, step > 2))


def perhaps(values):
    fig = plt.figure()  # expect: figure-not-closed[safe]
    try:
        fig.gca().plot(values)
        fig.savefig("a.png")
        result = bytes(fig.canvas.buffer_rgba())
        plt.close(fig)
        return result
    except ValueError:
        plt.close(fig)
        return None
