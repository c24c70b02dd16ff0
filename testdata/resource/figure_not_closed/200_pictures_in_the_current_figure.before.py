# Drawing opens a figure where none is: a function that draws, saves and goes draws over what its
# last call left, and so does a loop around the loops that draw.
import matplotlib.pyplot as plt


def draw_losses(losses, path=None):
    axes = plt.gca()  # expect: figure-not-closed[unsafe]
    axes.plot(losses)
    if path is not None:
        plt.savefig(path)
    else:
        plt.show()


def draw_networks(losses, path):
    return draw_losses(losses, path)


def draw_steps(steps, prefix):
    for number, step in enumerate(steps):
        for row, values in enumerate(step):
            plt.subplot(len(step), 1, row + 1)  # expect: figure-not-closed[unsafe]
            plt.bar(range(len(values)), values)
        plt.savefig(f"{prefix}_{number}.png")


# One picture for all of them.
def draw_all(steps, path):
    for step in steps:
        plt.plot(step)  # expect: figure-not-closed[unsafe]
    plt.legend()
    plt.savefig(path)
