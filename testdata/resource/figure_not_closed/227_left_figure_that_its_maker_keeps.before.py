import matplotlib.pyplot as plt

FIGURES = []


def picture(values):
    fig, ax = plt.subplots()
    ax.plot(values)
    FIGURES.append(fig)
    return fig


def sketch(values, old=None):
    if old is not None:
        return old
    fig, ax = plt.subplots()
    ax.plot(values)
    return fig


def named(values):
    fig = plt.figure("losses")
    fig.gca().plot(values)
    return fig


def train(step, folder):
    losses = []
    for epoch in range(1000):
        losses.append(step())
        fig = picture(losses)
        fig.savefig(f"{folder}/{epoch}.png")
        other = sketch(losses)
        other.savefig(f"{folder}/other{epoch}.png")
        third = named(losses)
        third.savefig(f"{folder}/third{epoch}.png")
