import matplotlib.pyplot as plt


def train(epochs, losses):
    for epoch in range(epochs):
        losses.append(step(epoch))
        plt.plot(losses)  # expect: figure-not-closed[unsafe]
        plt.title("loss")
        plt.savefig(f"{epoch}.png")
        plt.close()
