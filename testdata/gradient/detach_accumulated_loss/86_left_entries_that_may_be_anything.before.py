# What is put into these containers can't all be seen, or is no meter that sums.
import torch.nn.functional as F
from elsewhere import Meter, add_meters


class AverageMeter:
    def __init__(self):
        self.sum = 0

    def update(self, val):
        self.sum += val


class LastValue:
    def __init__(self):
        self.value = 0

    def update(self, val):
        self.value = float(val)


def train(model, loader, optimizer, given):
    mixed = {"loss": AverageMeter(), "last": LastValue()}
    filled = {"loss": AverageMeter()}
    add_meters(filled)
    foreign = {"loss": Meter()}
    renamed = {}
    other = renamed
    other["loss"] = LastValue()
    renamed["norm"] = AverageMeter()
    updated = {"norm": AverageMeter()}
    updated.update(given)
    parts = [AverageMeter(), AverageMeter()]
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        mixed["last"].update(loss)
        filled["loss"].update(loss)
        foreign["loss"].update(loss)
        renamed["loss"].update(loss)
        updated["loss"].update(loss)
        parts[:1].update(loss)
        given["loss"].update(loss)


class Trainer:
    def __init__(self, stats):
        self.stats = stats
        self.stats["loss"] = AverageMeter()

    def run(self, model, loader, optimizer):
        for x, y in loader:
            loss = F.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            self.stats["last"].update(loss)
