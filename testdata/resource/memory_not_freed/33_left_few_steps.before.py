# A few tensors.
import torch


@torch.no_grad()
def sample(model, image, return_all=False):
    images = []
    for step in range(4):
        image = model(image, step)
        images.append(image)
    return torch.stack(images) if return_all else image
