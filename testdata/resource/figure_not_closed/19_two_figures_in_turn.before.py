import matplotlib.pyplot as plt


def both(runs):
    for run in runs:
        plt.figure()  # expect: figure-not-closed[safe]
        plt.plot(run.loss)
        plt.savefig("loss.png")

        plt.figure()  # expect: figure-not-closed[safe]
        plt.plot(run.accuracy)
        plt.savefig("accuracy.png")


def reusing_the_name(runs):
    for run in runs:
        fig, ax = plt.subplots()  # expect: figure-not-closed[safe]
        ax.plot(run.loss)
        fig.savefig("loss.png")
        fig, ax = plt.subplots()  # expect: figure-not-closed[safe]
        ax.plot(run.accuracy)
        fig.savefig("accuracy.png")
