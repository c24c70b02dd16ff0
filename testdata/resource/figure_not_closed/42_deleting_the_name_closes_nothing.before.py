import gc

import matplotlib.pyplot as plt


def draw(runs):
    for run in runs:
        fig, ax = plt.subplots()  # expect: figure-not-closed[safe]
        ax.plot(run)
        fig.savefig("run.png")
        del fig, ax
        gc.collect()
