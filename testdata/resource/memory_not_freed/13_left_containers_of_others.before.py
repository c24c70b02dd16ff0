# Who gave the list may read it.
import torch


def fill(models, count):
    for _ in range(count):
        models.append(torch.nn.Linear(1000, 1000))


class Filler:
    def __init__(self, models):
        self.models = models

    def fill(self, count):
        for _ in range(count):
            self.models.append(torch.nn.Linear(1000, 1000))
