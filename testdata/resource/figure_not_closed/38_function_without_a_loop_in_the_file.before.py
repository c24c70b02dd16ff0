import matplotlib.pyplot as plt


def plot_alignment(alignment, path, info=None):
    fig, ax = plt.subplots(figsize=(6, 4))  # expect: figure-not-closed[safe]
    im = ax.imshow(alignment, aspect="auto")
    fig.colorbar(im, ax=ax)
    plt.xlabel("step" if info is None else info)
    plt.tight_layout()
    plt.savefig(path)
