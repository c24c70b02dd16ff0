# The flag is known after the loop only.
import torch


@torch.no_grad()
def sample(model, image, steps, return_all=False):
    images = []
    for step in range(steps):
        image = model(image, step)
        images.append(image)
    return_all = return_all or len(image) > 3
    return torch.stack(images) if return_all else image
