import matplotlib.pyplot as plt


def plot(losses, path):
    global figure
    figure = plt.figure()
    figure.gca().plot(losses)
    figure.savefig(path)


def plots(runs):
    for path, losses in runs.items():
        plot(losses, path)
