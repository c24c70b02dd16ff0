# rule: hook-not-removed
# level: unsafe
# measure: hooks
# leak: growth
# output: same
"""Reads an activation through a hook, once for every picture."""
import torch
from torch import nn


def activation_norm(model, layer, picture):
    seen = {}

    def keep(module, inputs, output):
        seen["output"] = output.detach()

    layer.register_forward_hook(keep)
    with torch.no_grad():
        model(picture)
    return seen["output"].norm().item()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
for step in range(10):
    print(step, activation_norm(model, model[0], torch.full((1, 4), float(step))))
    # sample
