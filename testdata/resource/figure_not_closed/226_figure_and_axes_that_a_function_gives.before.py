import matplotlib.pyplot as plt


def canvas(title):
    fig, ax = plt.subplots(figsize=(8, 4))
    ax.set_title(title)
    return fig, ax


def report(runs, folder):
    for name, losses in runs.items():
        fig, ax = canvas(name)  # expect: figure-not-closed[safe]
        ax.plot(losses)
        fig.savefig(f"{folder}/{name}.png")
