import matplotlib.pyplot as plt


def picture(run):
    plt.figure()  # expect: figure-not-closed[unsafe]
    plt.plot(run)
    plt.savefig("run.png")


def look(run):
    plt.figure()
    plt.plot(run)
    plt.show()


def all_pictures(runs):
    for run in runs:
        picture(run)
