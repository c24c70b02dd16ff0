import matplotlib.pyplot as plt


def draw_all(runs, later):
    for run in runs:
        fig, ax = plt.subplots()  # expect: figure-not-closed[unsafe]
        ax.plot(run)
        fig.savefig("run.png")
        later.append(lambda: len(plt.gcf().axes))
