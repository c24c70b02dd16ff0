"""Continuing a wave."""

import torch


@torch.no_grad()
def continue_waves(model, waves, steps):
    """Appends `steps` predicted samples; each is predicted from all before it."""
    model.eval()
    for _ in range(steps):
        following = model(waves)[:, -1:]
        waves = torch.cat((waves, following), dim=1)
    return waves
