import matplotlib.pyplot as plt


def _plot(values):
    fig, ax = plt.subplots()
    ax.plot(values)
    fig.savefig("a.png")


def main():
    _plot([1, 2])
    fig, ax = plt.subplots()
    ax.plot([1])
    fig.savefig("b.png")


if __name__ == "__main__":
    main()
