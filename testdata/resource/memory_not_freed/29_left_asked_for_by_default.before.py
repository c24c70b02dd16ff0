# Who says nothing wants all of them.
import torch


@torch.no_grad()
def sample(model, image, steps, return_all=True):
    images = []
    for step in range(steps):
        image = model(image, step)
        images.append(image)
    return torch.stack(images) if return_all else image
