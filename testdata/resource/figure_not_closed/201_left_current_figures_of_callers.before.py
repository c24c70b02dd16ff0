# A caller decides which figure is current, and when it is emptied.
import matplotlib.pyplot as plt


def draw(losses, path):
    plt.plot(losses)
    plt.savefig(path)


def draw_large(losses, path):
    plt.figure(figsize=(12, 8))
    draw(losses, path)
    plt.close()


def draw_again(losses, path):
    plt.plot(losses)
    plt.savefig(path)


def draw_epochs(epochs):
    for number, losses in enumerate(epochs):
        draw_again(losses, f"{number}.png")
        plt.clf()


def draw_with_others(losses, path):
    plt.plot(losses)
    plt.savefig(path)
    return plt.get_fignums()


# Who looks at it closes it.
def draw_and_show(losses, path):
    plt.plot(losses)
    plt.savefig(path)
    plt.show()
