import torch


class Registry:
    def __init__(self):
        self.models = []


class Builder:
    def __init__(self, registry: Registry):
        self.registry = registry

    def build(self, widths):
        for width in widths:
            model = torch.nn.Linear(width, width)
            self.registry.models.append(model)
