from matplotlib import pyplot as pp


def sweep(runs):
    for run in runs:
        figure, axes = pp.subplots(2, 2)  # expect: figure-not-closed[safe]
        for ax, metric in zip(axes.flat, run.metrics):
            if metric is None:
                continue
            ax.plot(metric)
        if run.broken:
            pp.close(figure)
            continue
        figure.tight_layout()
        figure.savefig(run.path)
        if run.last:
            pp.close(figure)
            break
        figure.savefig(run.copy)
        pp.close(figure)
