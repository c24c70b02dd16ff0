import torch
from torch import nn


class Trainer:
    def __init__(self, model: nn.Module):
        self.model = model

    def probe(self, model, x):
        seen = []
        handle = model.fc.register_forward_hook(lambda m, i, o: seen.append(o.norm().item()))  # expect: hook-not-removed[unsafe]
        model(x)
        handle.remove()
        self.model(x)
        return sum(seen)
