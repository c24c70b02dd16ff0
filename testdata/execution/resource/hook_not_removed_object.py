# rule: hook-not-removed
# level: unsafe
# measure: hooks
# leak: growth
# output: same
"""An object for each picture, and each one hooks the layers of the same model."""
import torch
from torch import nn


class Activations:
    def __init__(self, model):
        self.model = model
        self.norms = []
        self.add_hooks()

    def add_hooks(self):
        for layer in self.model.modules():
            if isinstance(layer, nn.Linear):
                layer.register_forward_hook(self.keep)

    def keep(self, module, inputs, output):
        self.norms.append(output.norm().item())

    def largest(self, picture):
        with torch.no_grad():
            self.model(picture)
        return max(self.norms)


def compare(model, pictures):
    for step, picture in enumerate(pictures):
        activations = Activations(model)
        if step == 3:
            continue
        print(step, activations.largest(picture))
        # sample


torch.manual_seed(0)
compare(
    nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)),
    [torch.full((1, 4), float(step)) for step in range(12)],
)
