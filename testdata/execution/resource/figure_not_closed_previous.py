# rule: figure-not-closed
"""Each iteration comes back to the figure of the one before. Closed, its number would be another's."""
import matplotlib.pyplot as plt


def compare(runs):
    last = None
    for run in runs:
        fig, ax = plt.subplots(figsize=(2, 2))
        ax.plot(run)
        fig.savefig("run.png")
        if last is not None:
            plt.figure(last.number)
            plt.title("superseded")
            plt.savefig("old.png")
            print(last.axes[0].get_title(), "and not", ax.get_title() or "this")
        last = fig


compare([[1, 2], [2, 1], [1, 1]])
