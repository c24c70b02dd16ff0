import matplotlib.pyplot as plt


def plots(runs):
    for path, losses in runs.items():
        figure = plt.figure()  # expect: figure-not-closed
        figure.gca().plot(losses)
        figure.savefig(path)
        figure.clear()
        plt.close(figure)
