import matplotlib.pyplot as plt


def compare(runs):
    last = None
    for run in runs:
        fig, ax = plt.subplots()
        ax.plot(run)
        fig.savefig("run.png")
        if last is not None:
            last.suptitle("superseded")
            plt.figure(last)
            plt.savefig("old.png")
        last = fig
