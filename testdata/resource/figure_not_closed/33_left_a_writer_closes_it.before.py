import matplotlib.pyplot as plt


def draw(writer, runs):
    for step, run in enumerate(runs):
        fig, ax = plt.subplots()
        ax.plot(run)
        fig.savefig("run.png")
        writer.add_figure("run", fig, step)
