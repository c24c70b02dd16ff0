import matplotlib.pyplot as plt


def draw(runs):
    for i, run in enumerate(runs):
        plt.plot(run)
    for i in range(len(runs)):
        plt.figure(i)  # expect: figure-not-closed[unsafe]
        plt.plot(runs[i])
        plt.savefig(f"{i}.png")
        plt.close()
