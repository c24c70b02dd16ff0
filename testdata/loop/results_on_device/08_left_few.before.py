# A few results.
import torch


@torch.no_grad()
def sample(model, noise):
    images = []
    for _ in range(8):
        images.append(model(noise))
    return torch.cat(images).cpu()
