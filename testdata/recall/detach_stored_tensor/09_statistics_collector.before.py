# Reported at https://github.com/IBM/mi-prometheus/issues/111
# One more tensor was alive after every iteration: a collector of statistics appended the
# loss as it was.
import torch
from torch import nn


class StatisticsCollector:
    def __init__(self):
        self.statistics = {}

    def add_statistic(self, key):
        self.statistics[key] = []

    def __setitem__(self, key, value):
        self.statistics[key].append(value)


class Problem:
    def __init__(self):
        self.loss_function = nn.CrossEntropyLoss()

    def train(self, model, optimizer, loader):
        stat_col = StatisticsCollector()
        stat_col.add_statistic("loss")
        for episode, (x, y) in enumerate(loader):
            optimizer.zero_grad()
            loss = self.loss_function(model(x), y)
            loss.backward()
            optimizer.step()
            stat_col["loss"] = loss  # expect: detach-stored-tensor[safe]
        print(sum(float(v) for v in stat_col.statistics["loss"]))
