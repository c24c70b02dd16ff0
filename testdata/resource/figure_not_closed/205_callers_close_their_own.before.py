# Who calls a function that leaves its figures open closes figures of its own: the others stay.
import matplotlib.pyplot as plt


def report(index, truth, mean, names):
    for i, name in enumerate(names):
        fig, ax = plt.subplots(figsize=(10, 3))  # expect: figure-not-closed[safe]
        ax.plot(index, truth[i])
        ax.plot(index, mean[i])
        fig.savefig("%s.png" % name)


def save_run(name, curve):
    plt.figure()  # expect: figure-not-closed[safe]
    plt.plot(curve)
    plt.savefig("runs/%s.png" % name)


def main(index, truth, mean, names, curves):
    for name, curve in zip(names, curves):
        save_run(name, curve)
    report(index, truth, mean, names)
    plt.figure()
    plt.plot(curves[0])
    plt.savefig("curve.png")
    plt.close()
    fig, axes = plt.subplots(1, 2)
    axes[0].plot(curves[0])
    fig.savefig("summary.png")
    plt.close(fig)
