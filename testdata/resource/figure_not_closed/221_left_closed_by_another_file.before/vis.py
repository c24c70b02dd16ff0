import matplotlib.pyplot as plt


def save(figure, path):
    figure.savefig(path)
    plt.close(figure)


def show_size(figure):
    print(figure.get_size_inches())
