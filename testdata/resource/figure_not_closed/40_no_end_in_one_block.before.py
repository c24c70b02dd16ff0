import matplotlib.pyplot as plt


def draw(runs, plot):
    for run in runs:
        if plot:
            fig, ax = plt.subplots()  # expect: figure-not-closed[report]
        total = run.sum()
        if plot:
            ax.plot(total)
            fig.savefig("run.png")
