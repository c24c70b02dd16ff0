# The flag stands in a statement, the other way round.
import torch


@torch.no_grad()
def sample(model, image, steps, only_last=True):
    images = []
    for step in range(steps):
        image = model(image, step)
        images.append(image)  # expect: memory-not-freed[unsafe]
    if only_last:
        return image
    else:
        return torch.stack(images)
