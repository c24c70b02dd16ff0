# Reported at https://discourse.matplotlib.org/t/on-the-importance-of-close/4132
# The maintainer himself deleted the figure and collected garbage, and memory still grew.
import gc

from matplotlib import pyplot

for i in range(1000):
    fig = pyplot.figure()  # expect: figure-not-closed[safe]
    axes = fig.add_subplot(1, 1, 1)
    axes.plot([0, i], [i, 0])
    fig.savefig("frame%04d.png" % i)
    del fig
    gc.collect()
