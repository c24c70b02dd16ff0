import matplotlib.pyplot as plt


def train(epochs, losses):
    for epoch in range(epochs):
        plt.figure()  # expect: figure-not-closed[safe]
        plt.plot(losses)
        plt.savefig(f"loss_{epoch}.png")
