# Reported at https://github.com/pfnet/pytorch-pfn-extras/pull/49
# The reporter stored clones of what it was told; a clone keeps the graph.
import torch


class Reporter:
    def __init__(self):
        self.observations = []

    def report(self, values):
        self.observations.append({k: v.clone() for k, v in values.items()})  # missed: detach-stored-tensor[unsafe] - the keys of a stored dict are not told from its values

    def summary(self):
        return {k: sum(float(o[k]) for o in self.observations) for k in self.observations[0]}


def train(model, optimizer, loader, criterion):
    reporter = Reporter()
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        reporter.report({"train/loss": loss})
        loss.backward()
        optimizer.step()
    print(reporter.summary())
