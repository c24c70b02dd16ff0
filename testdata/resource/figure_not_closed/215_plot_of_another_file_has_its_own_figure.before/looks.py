import matplotlib.pyplot as plt


def plot_histogram(values, path):
    fig, ax = plt.subplots()
    ax.hist(values)
    fig.savefig(path)
    plt.close(fig)


def draw_bars(values):
    plt.bar(range(len(values)), values)  # expect: figure-not-closed[unsafe]
    plt.savefig("bars.png")
