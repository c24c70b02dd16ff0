# A figure that is opened anew each time is not closed when it is emptied.
import matplotlib.pyplot as plt


def draw_all(curves):
    for i, curve in enumerate(curves):
        fig = plt.figure()  # expect: figure-not-closed[unsafe]
        ax = fig.add_subplot(1, 1, 1)
        ax.plot(curve)
        plt.savefig("curve_%d.png" % i)
        plt.clf()
        plt.close(fig)


def draw_in_one(curves):
    for i, curve in enumerate(curves):
        plt.plot(curve)
        plt.savefig("curve_%d.png" % i)
        plt.clf()
