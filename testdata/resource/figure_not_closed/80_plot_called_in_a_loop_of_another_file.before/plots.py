import matplotlib.pyplot as plt


def plot_losses(losses, path):
    plt.figure()  # expect: figure-not-closed[safe]
    plt.plot(losses)
    plt.savefig(path)
