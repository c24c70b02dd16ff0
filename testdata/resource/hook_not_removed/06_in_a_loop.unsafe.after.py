import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 4), nn.ReLU())
activations = {}


def keep(name):
    def hook(module, inputs, output):
        activations[name] = output.detach()

    return hook


for epoch in range(3):
    handle = model[0].register_forward_hook(keep("fc"))  # expect: hook-not-removed[unsafe]
    model(torch.randn(2, 8))
    handle.remove()
    print(epoch, activations["fc"].mean().item())
