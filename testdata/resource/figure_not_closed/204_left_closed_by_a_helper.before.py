# A helper that closes what is current then, and one that is given the figure, close it.
import matplotlib.pyplot as plt


def finish(path):
    plt.savefig(path)
    plt.close()


def end(figure):
    plt.close(figure)


def report(epochs, history):
    for epoch in range(epochs):
        plt.figure()
        plt.plot(history[epoch])
        finish(f"epoch_{epoch:03d}.png")


def pages(epochs, history):
    for epoch in range(epochs):
        fig = plt.figure()
        plt.plot(history[epoch])
        fig.savefig(f"page_{epoch:03d}.png")
        end(fig)


for page in range(9):
    plt.close()
    fig = plt.figure()
    plt.plot([page])
    fig.savefig(f"{page}.png")
