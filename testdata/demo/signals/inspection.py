"""Looking into a trained classifier."""

import torch


class ActivationMeter:
    """Keeps the mean activation of a layer for as long as the model lives."""

    def __init__(self, layer):
        self.mean = 0.0
        layer.register_forward_hook(self.update)

    def update(self, module, inputs, output):
        self.mean = output.detach().mean().item()


def embeddings(model, loader):
    """What the encoder makes of every wave."""
    features = []

    def keep(module, inputs, output):
        features.append(output.detach())

    model.encoder.register_forward_hook(keep)
    with torch.no_grad():
        for waves, _ in loader:
            model(waves)
    return torch.cat(features)


def spread(features):
    """Mean distance to the centre."""
    return (features - features.mean(dim=0)).norm(dim=1).mean().item()
