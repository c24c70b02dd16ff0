import matplotlib.pyplot as plt


def draw(runs):
    for run in runs:
        with plt.style.context("ggplot"):
            fig, ax = plt.subplots()  # expect: figure-not-closed[safe]
            if not run:
                plt.close(fig)
                continue
            ax.plot(run)
            fig.savefig("run.png")
            plt.close(fig)


def no_fix(runs):
    for run in runs:
        with plt.style.context("ggplot"):
            fig, ax = plt.subplots()  # expect: figure-not-closed[report]
            if not run:
                continue
            ax.plot(run)
        fig.savefig("run.png")
