import matplotlib.pyplot as plt


def both(runs):
    for run in runs:
        first, left = plt.subplots()  # expect: figure-not-closed[safe]
        second, right = plt.subplots()  # expect: figure-not-closed[safe]
        left.plot(run.loss)
        right.plot(run.accuracy)
        first.savefig("loss.png")
        plt.close(first)
        second.savefig("accuracy.png")
        plt.close(second)
