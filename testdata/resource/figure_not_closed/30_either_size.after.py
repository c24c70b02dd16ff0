import matplotlib.pyplot as plt


def draw(runs):
    for run in runs:
        if len(run) > 10:
            fig, ax = plt.subplots(figsize=(20, 4))  # expect: figure-not-closed[safe]
        else:
            fig, ax = plt.subplots()  # expect: figure-not-closed[report]
        ax.plot(run)
        fig.savefig("run.png")
        plt.close(fig)
