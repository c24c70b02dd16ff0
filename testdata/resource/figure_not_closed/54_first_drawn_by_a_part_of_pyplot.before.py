# What draws first is a part of pyplot that nobody knows; pyplot closes the figure.
import matplotlib.pyplot as plt


def report(rows):
    for name, values in rows:
        plt.gallery.bar(values)  # expect: figure-not-closed[unsafe]
        plt.savefig(name + ".png")
