# Reported at https://github.com/Kyubyong/dc_tts/pull/16
# plot_alignment() is called every thousand steps of a training.
import os

import matplotlib

matplotlib.use("pdf")
import matplotlib.pyplot as plt


def plot_alignment(alignment, gs, folder):
    if not os.path.exists(folder):
        os.mkdir(folder)
    fig, ax = plt.subplots()  # expect: figure-not-closed[safe]
    im = ax.imshow(alignment)
    fig.colorbar(im)
    plt.title("{} Steps".format(gs))
    plt.savefig("{}/alignment_{}.png".format(folder, gs), format="png")
    plt.close(fig)


def train(session, steps):
    for gs in range(steps):
        alignment = session.step()
        if gs % 1000 == 0:
            plot_alignment(alignment, gs // 1000, "logs")
