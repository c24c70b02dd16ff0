# Whatever pyplot function the name gives may draw in the figure that was made last.
import matplotlib.pyplot as plt


def progress(rewards, path):
    fig, ax = plt.subplots()  # expect: figure-not-closed[unsafe]
    ax.plot(rewards)
    fig.savefig(path)
    plt.close(fig)


def more(kind, values):
    getattr(plt, kind)(values)


def run(source, steps):
    for step in range(steps):
        progress(source.rewards(), f"{step}.png")
        more(source.kind, source.values)
