import matplotlib.pyplot as plt


def both(runs):
    for run in runs:
        ax = plt.figure().add_subplot()  # expect: figure-not-closed[report]
        other = plt.figure()
        ax.plot(run.loss)
        ax.figure.savefig("loss.png")
        plt.close(other)
