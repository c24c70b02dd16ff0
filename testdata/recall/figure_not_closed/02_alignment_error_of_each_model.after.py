# Reported at https://github.com/KosinskiLab/AlphaPulldown/issues/229
# A helper plots one model and is called for all of them.
import numpy as np
from matplotlib import pyplot as plt


def plot_pae(pae, total, seqs, output_dir, rank):
    fig, ax1 = plt.subplots(1, 1)  # expect: figure-not-closed[safe]
    pos = ax1.imshow(pae, cmap="bwr", vmin=0, vmax=30)
    fig.colorbar(pos).ax.set_title("predicted error")
    for seq in seqs:
        ax1.axhline(len(seq), color="k")
        ax1.axvline(len(seq), color="k")
    ax1.set_xticks(np.arange(0, total, 100))
    plt.savefig(f"{output_dir}/ranked_{rank}.png")
    plt.close(fig)


def plot_all(models, seqs, output_dir):
    for rank, model in enumerate(models):
        plot_pae(model["pae"], len(model["pae"]), seqs, output_dir, rank)
