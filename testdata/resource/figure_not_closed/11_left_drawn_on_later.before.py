import matplotlib.pyplot as plt


def compare(runs):
    for run in runs:
        plt.figure()
        plt.plot(run)
        plt.savefig("run.png")
    plt.title("the last run")
    plt.savefig("last.png")


def base(values):
    plt.figure()
    plt.plot(values)
    plt.savefig("base.png")


def extended(all_values):
    for values in all_values:
        base(values)
        plt.axhline(0.5)
        plt.savefig("extended.png")
