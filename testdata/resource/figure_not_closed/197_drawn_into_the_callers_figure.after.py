import matplotlib.pyplot as plt


def draw(runs):
    for path, values in runs.items():
        plt.plot(values)
        plt.savefig(path)


def plots(runs):
    plt.figure(figsize=(8, 4))  # expect: figure-not-closed[safe]
    draw(runs)
    plt.close()
