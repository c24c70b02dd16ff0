import matplotlib.pyplot as plt


def plots(runs):
    for values in runs.values():
        plt.plot(values)
