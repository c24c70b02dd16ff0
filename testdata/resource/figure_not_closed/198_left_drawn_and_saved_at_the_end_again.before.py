import matplotlib.pyplot as plt


def plots(runs):
    for path, values in runs.items():
        plt.plot(values)
        plt.savefig(path)
    plt.savefig("all.png")
