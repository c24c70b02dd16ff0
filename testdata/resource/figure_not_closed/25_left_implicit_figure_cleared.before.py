import matplotlib.pyplot as plt


def train(epochs, losses):
    for epoch in range(epochs):
        losses.append(step(epoch))
        plt.clf()
        plt.plot(losses)
        plt.savefig(f"{epoch}.png")


def overlay(runs):
    plt.figure()
    for run in runs:
        plt.plot(run)
        plt.savefig("so_far.png")
    plt.close()
