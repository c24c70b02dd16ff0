# Reported at https://github.com/visionml/pytracking/pull/313
# _update_stats() of a tracking trainer feeds tensors with gradients to the meters.
from collections import OrderedDict

import torch


class AverageMeter:
    def __init__(self):
        self.sum = 0
        self.count = 0
        self.avg = 0

    def update(self, val, n=1):
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count


class LTRTrainer:
    def __init__(self, actor, loaders, optimizer):
        self.actor = actor
        self.loaders = loaders
        self.optimizer = optimizer
        self.stats = OrderedDict({loader.name: OrderedDict() for loader in loaders})

    def cycle_dataset(self, loader):
        for i, data in enumerate(loader, 1):
            loss = self.actor(data)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self._update_stats({"Loss/total": loss.detach()}, len(data), loader)  # expect: detach-accumulated-loss[safe]

    def _update_stats(self, new_stats, batch_size, loader):
        for name, val in new_stats.items():
            if name not in self.stats[loader.name]:
                self.stats[loader.name][name] = AverageMeter()
            self.stats[loader.name][name].update(val, batch_size)
