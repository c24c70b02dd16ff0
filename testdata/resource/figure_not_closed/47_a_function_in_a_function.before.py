from matplotlib import pylab


def experiment(runs):
    def save(run):
        figure = pylab.figure()  # expect: figure-not-closed[safe]
        pylab.plot(run)
        pylab.savefig("run.png")

    for run in runs:
        save(run)
