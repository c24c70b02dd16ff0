# Entries are meters when all that is put into the container is.
from collections import OrderedDict, defaultdict

import torch.nn.functional as F


class AverageMeter:
    def __init__(self):
        self.sum = 0
        self.count = 0

    def update(self, val, n=1):
        self.sum += val * n
        self.count += n


def train(model, loader, optimizer):
    meters = {"loss": AverageMeter(), "accuracy": AverageMeter()}
    by_split = defaultdict(AverageMeter)
    by_name = defaultdict(lambda: AverageMeter())
    rows = [AverageMeter() for _ in range(3)]
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meters["loss"].update(loss.detach(), x.size(0))  # expect: detach-accumulated-loss[safe]
        by_split["train"].update(loss.detach())  # expect: detach-accumulated-loss[safe]
        by_name["loss"].update(loss.detach())  # expect: detach-accumulated-loss[safe]
        rows[0].update(loss.detach())  # expect: detach-accumulated-loss[safe]
    print({name: meter.sum / meter.count for name, meter in meters.items()})


class Trainer:
    def __init__(self, model, optimizer, splits):
        self.model = model
        self.optimizer = optimizer
        self.stats = OrderedDict({split: OrderedDict() for split in splits})

    def run(self, split, loader):
        for x, y in loader:
            loss = F.mse_loss(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            if "loss" not in self.stats[split]:
                self.stats[split]["loss"] = AverageMeter()
            self.stats[split]["loss"].update(loss.detach())  # expect: detach-accumulated-loss[safe]
