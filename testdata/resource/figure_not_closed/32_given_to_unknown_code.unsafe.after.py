import matplotlib.pyplot as plt
from board import publish


def draw(runs):
    for run in runs:
        fig, ax = plt.subplots()  # expect: figure-not-closed[unsafe]
        ax.plot(run)
        fig.savefig("run.png")
        publish(fig)
        plt.close(fig)
