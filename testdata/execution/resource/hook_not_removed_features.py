# rule: hook-not-removed
# level: safe
# measure: hooks
# leak: growth
# output: same
"""The features of a layer, collected by a hook that each call leaves on the model."""
import torch
from torch import nn


def features_of(model, batches):
    features = []

    def keep(module, inputs, output):
        features.append(output.detach())

    model[0].register_forward_hook(keep)
    with torch.no_grad():
        for batch in batches:
            model(batch)
    return torch.cat(features)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 3), nn.ReLU())
for _ in range(12):
    print(f"{features_of(model, torch.randn(3, 2, 4)).sum().item():.6f}")
    # sample
