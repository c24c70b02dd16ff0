import matplotlib.pyplot as plt


def draw(runs, fig=None):
    for run in runs:
        fig = fig or plt.figure()
        fig.gca().plot(run)
        fig.savefig("run.png")


def grid(runs):
    for run in runs:
        figs = [plt.figure() for _ in run]
        for fig, values in zip(figs, run):
            fig.gca().plot(values)
            fig.savefig("run.png")
