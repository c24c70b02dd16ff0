import matplotlib.pyplot as plt
import seaborn as sns


def matrices(runs):
    for run in runs:
        fig, ax = plt.subplots()  # expect: figure-not-closed[safe]
        sns.heatmap(run.matrix, ax=ax)
        run.frame.plot(ax=ax)
        fig.savefig(run.path)
