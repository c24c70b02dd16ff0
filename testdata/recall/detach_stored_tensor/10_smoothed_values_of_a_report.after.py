# Reported at https://github.com/facebookresearch/mmf/pull/560
# The meters of a trainer kept the reduced losses together with their graphs.
from collections import defaultdict

import torch


class Meter:
    def __init__(self):
        self.series = defaultdict(list)

    def update(self, values):
        for k, v in values.items():
            self.series[k].append(v)

    def averages(self):
        return {k: float(sum(v) / len(v)) for k, v in self.series.items()}


class TrainingLoop:
    def __init__(self, model, optimizer, criterion):
        self.model = model
        self.optimizer = optimizer
        self.criterion = criterion

    def run_epoch(self, loader):
        meter = Meter()
        for x, y in loader:
            loss = self.criterion(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            meter.update({"train/total_loss": loss.detach()})  # expect: detach-stored-tensor[safe]
        return meter.averages()
