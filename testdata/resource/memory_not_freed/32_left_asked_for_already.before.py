# The flag is asked in the loop.
import torch


@torch.no_grad()
def sample(model, image, steps, return_all=False):
    images = []
    for step in range(steps):
        image = model(image, step)
        if return_all:
            images.append(image)
    return torch.stack(images) if return_all else image
