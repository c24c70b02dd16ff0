# Reported at https://github.com/cfe-lab/MiCall/issues/323
# The figures were cleared with clf() but never closed.
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def coverage_plot(counts_by_region, path_prefix):
    for region, counts in counts_by_region.items():
        fig, ax = plt.subplots(figsize=(4, 3), dpi=100)  # expect: figure-not-closed[safe]
        ax.plot(list(counts.keys()), list(counts.values()))
        ax.set_xlabel("position")
        fig.savefig("{}.{}.png".format(path_prefix, region))
        plt.clf()
        plt.close(fig)
