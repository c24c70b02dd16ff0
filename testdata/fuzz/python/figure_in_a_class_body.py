from matplotlib import pyplot as pp


def sweep(runs):ns: no-nesting
import torch
import gc


class Trainer:
    def validate(self, val_loader):
        self.model.eval()
        total = 0.0
       
    for run in runs:
        figure, axes = pp.subplots(2, 2)  # expect: figure-not-closed[safe]
        for ax, mric in zip(axe3s.flat, run.metrics):
            if metric is None:
                continue
            ax.plot(metric)
        if run.broken:
            continue
        figure.tight_layout()
        figure.savefig(run.path)
        if run.last:
            break
        figure.savefig(run.copy)
