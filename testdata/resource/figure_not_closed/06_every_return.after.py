import matplotlib.pyplot as plt


def report(values, path):
    fig = plt.figure()  # expect: figure-not-closed[safe]
    ax = fig.add_subplot(111)
    if not values:
        ax.text(0.5, 0.5, "empty")
        fig.savefig(path)
        plt.close(fig)
        return None
    for value in values:
        if value < 0:
            plt.close(fig)
            return value
        ax.axhline(value)
    fig.savefig(path, dpi=200)
    plt.close(fig)
    return path


while True:
    report(measure(), "now.png")
