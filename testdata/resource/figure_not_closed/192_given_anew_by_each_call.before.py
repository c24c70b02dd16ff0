# mutations: no-nesting
import matplotlib.pyplot as plt
import numpy as np


class Grid:
    def __init__(self):
        self.images = []
        self.figure = None

    def generate(self):
        self.figure, self.axis = plt.subplots(1, len(self.images))  # expect: figure-not-closed[report]
        for axis, image in zip(self.axis, self.images):
            axis.imshow(image)
        self.figure.canvas.draw()
        return np.array(self.figure.canvas.buffer_rgba())


class Board:
    fig = None

    def draw(self, values):
        if self.fig is None:
            self.fig = plt.figure()
        self.fig.gca().plot(values)
        self.fig.savefig("a.png")


class Window:
    def __init__(self, values):
        self.set_up(values)

    def set_up(self, values):
        self.fig, ax = plt.subplots()
        ax.plot(values)
