# What is given and taken is a model, not a state.
import torch
from torch import nn
from wrappers import wrap_model


class Tuner:
    def __init__(self, config):
        self.lm = load_model(config)
        self.lm = wrap_model(self.lm, config)

    def compile(self):
        self.lm = wrap_model(self.lm)

    def fit(self, loader, criterion):
        for x, y in loader:
            criterion(self.lm(x), y).backward()
            self.lm = wrap_model(self.lm)
