import matplotlib.pyplot as plt


def curve(ax, values):
    ax.plot(values)
    ax.grid(True)
    return ax


def draw(runs):
    for run in runs:
        fig, ax = plt.subplots()  # expect: figure-not-closed[safe]
        curve(ax, run).set_title("run")
        fig.savefig("run.png")
