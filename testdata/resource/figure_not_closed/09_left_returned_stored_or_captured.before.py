import matplotlib.pyplot as plt


def returned(values):
    fig, ax = plt.subplots()
    ax.plot(values)
    fig.savefig("a.png")
    return fig


def returned_axes(values):
    fig, ax = plt.subplots()
    ax.plot(values)
    fig.savefig("a.png")
    return {"axes": ax, "values": values}


def stored(batches):
    figures = []
    for batch in batches:
        fig = plt.figure()
        fig.gca().plot(batch)
        fig.savefig("a.png")
        figures.append(fig)
    return figures


class Board:
    def __init__(self, values):
        self.fig, ax = plt.subplots()
        ax.plot(values)
        self.fig.savefig("a.png")

    def keep(self, values):
        fig, self.axes[0] = plt.subplots()
        fig.savefig("a.png")


def captured(values):
    fig, ax = plt.subplots()
    fig.savefig("a.png")

    def update(value):
        ax.plot(value)

    return update


def streamed(batches):
    for batch in batches:
        fig, ax = plt.subplots()
        ax.plot(batch)
        fig.savefig("a.png")
        yield batch
