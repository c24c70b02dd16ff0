import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from looks import draw_bars, plot_histogram


def plot_progress(rewards, out):
    fig, ax = plt.subplots()  # expect: figure-not-closed[unsafe]
    ax.plot(rewards)
    plt.savefig(out)


def plot_lengths(lengths, out):
    fig, ax = plt.subplots()
    ax.plot(lengths)
    plt.savefig(out)


def train(agent, steps):
    rewards = []
    for step in range(steps):
        rewards.append(agent.act(step))
        if step % 1000 == 0:
            plot_progress(rewards, "progress.png")
        if step % 5000 == 0:
            plot_histogram(agent.values, "values.png")


def test(agent, steps):
    lengths = []
    for step in range(steps):
        lengths.append(agent.act(step))
        plot_lengths(lengths, "lengths.png")
        draw_bars(lengths)
