# A helper that closes the figure that it opened leaves those of others open.
import matplotlib.pyplot as plt


def save_curve(values, path):
    fig, ax = plt.subplots()
    ax.plot(values)
    fig.savefig(path)
    plt.close(fig)


def save_history(values, path):
    plt.figure()
    plt.plot(values)
    plt.savefig(path)
    plt.close()


def report(epochs, history):
    for epoch in range(epochs):
        save_curve(history[epoch], "curve.png")
        save_history(history[epoch], "history.png")
        fig = plt.figure(figsize=(12, 12))  # expect: figure-not-closed[safe]
        for k in range(4):
            ax = fig.add_subplot(2, 2, k + 1)
            ax.plot(history[epoch][k])
        fig.savefig(f"epoch_{epoch:03d}.png")
