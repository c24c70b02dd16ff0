import matplotlib.pyplot as plt
from matplotlib.backends.backend_agg import FigureCanvasAgg


def canvas_of(values):
    fig = plt.figure()
    fig.gca().plot(values)
    fig.savefig("a.png")
    return fig.canvas


def wrapped(values):
    fig = plt.figure()
    fig.gca().plot(values)
    fig.savefig("a.png")
    return FigureCanvasAgg(fig)


def axes_of(values):
    fig = plt.figure()
    fig.gca().plot(values)
    fig.savefig("a.png")
    return fig.axes


def later(values):
    fig = plt.figure()
    fig.gca().plot(values)
    fig.savefig("a.png")
    return lambda: fig.canvas.draw()


def one_by_one(values):
    fig = plt.figure()
    fig.savefig("a.png")
    yield fig.canvas.buffer_rgba()


def run(batches):
    for values in batches:
        canvas_of(values), wrapped(values), axes_of(values), later(values), one_by_one(values)
