import matplotlib.pyplot as plt


def number_of_each(runs):
    for run in runs:
        fig, ax = plt.subplots()  # expect: figure-not-closed[unsafe]
        ax.plot(run)
        fig.savefig(f"figure_{fig.number}.png")
