import matplotlib.pyplot as plt


def draw(runs):
    for run in runs:
        fig = plt.figure()  # expect: figure-not-closed[safe]
        ax = fig.add_axes([0, 0, 1, 1])
        if run is None: plt.close
        ax.plot(run); fig.savefig("run.png")
        plt.close(fig)
