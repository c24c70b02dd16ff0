import matplotlib.pyplot as plt
import seaborn as sns


def matrices(runs):
    for run in runs:
        plt.figure(figsize=(4, 4))  # expect: figure-not-closed[unsafe]
        sns.heatmap(run.matrix)
        plt.savefig(run.path)
        plt.close()


def left_alone(frames):
    for name, frame in frames.items():
        frame.plot()
        plt.savefig(name + ".png")
    for name, frame in frames.items():
        sns.pairplot(frame)
        plt.savefig(name + ".png")
