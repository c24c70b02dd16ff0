# A function of another file closes the figure that it is given.
import matplotlib.pyplot as plt
from vis import save, show_size


def draw(epochs):
    for epoch in range(epochs):
        figure, axes = plt.subplots()
        axes.plot([epoch])
        save(figure, f"{epoch}.png")


def draw_on(epochs):
    for epoch in range(epochs):
        figure, axes = plt.subplots()  # expect: figure-not-closed[unsafe]
        axes.plot([epoch])
        figure.savefig(f"{epoch}.png")
        show_size(figure)
