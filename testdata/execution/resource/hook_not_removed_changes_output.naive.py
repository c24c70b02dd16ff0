# rule: hook-not-removed
"""The hook is a part of the model: it changes what the layer gives."""
import torch
from torch import nn


def scaled(model, batch):
    def scale(module, inputs, output):
        return output * 2

    handle = model.register_forward_hook(scale)
    output = model(batch)
    handle.remove()
    return output


torch.manual_seed(0)
model = nn.Linear(4, 2)
batch = torch.randn(2, 4)
print(f"{scaled(model, batch).sum().item():.6f}")
print(f"{model(batch).sum().item():.6f}")
