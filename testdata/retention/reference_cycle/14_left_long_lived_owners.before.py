# Of trainers, engines and their helpers a program has one, from start to end.
import torch
from torch import nn


class Trainer:
    def __init__(self, size):
        self.weights = torch.zeros(size)

    def prepare(self, model):
        model.loop = self
        self.model = model


class Sampler:
    def __init__(self, trainer):
        self.trainer = trainer
        self.features = torch.zeros(100)


class TextTrainer:
    def __init__(self):
        self.sampler = Sampler(self)


class Fabric:
    def setup(self, module: nn.Module):
        module._fabric = self
        self.modules = [module]
