# The last two are read in any case.
import torch


@torch.no_grad()
def sample(model, image, steps, return_all=False):
    images = [image]
    for step in range(steps):
        image = model(image, step) + images[-1]
        images.append(image)
    return torch.stack(images) if return_all else image
