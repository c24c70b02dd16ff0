# All steps are kept, though only the last one is wanted unless a flag says otherwise.
import torch


@torch.no_grad()
def sample(model, shape, steps, return_all=False):
    image = torch.randn(shape)
    images = [image]
    for step in reversed(range(steps)):
        image = model(image, step)
        if return_all:
            images.append(image)  # expect: memory-not-freed[unsafe]
    return image if not return_all else torch.stack(images, dim=1)
