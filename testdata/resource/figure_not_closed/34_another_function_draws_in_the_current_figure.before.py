import matplotlib.pyplot as plt


def picture(run):
    plt.figure()  # expect: figure-not-closed[unsafe]
    plt.plot(run)
    plt.savefig("run.png")


def decorate(title):
    plt.title(title)
    plt.savefig("decorated.png")


def all_pictures(runs):
    for run in runs:
        picture(run)
