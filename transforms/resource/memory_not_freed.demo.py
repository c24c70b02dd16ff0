# rule: memory-not-freed
# level: unsafe
# measure: bytes
# leak: growth
# output: same
"""Sampling that keeps the images of all steps, in case somebody asks for them."""
import torch


@torch.no_grad()
def sample(shape, steps, return_all=False):
    image = torch.ones(shape)
    images = [image]
    for step in range(steps):
        # sample
        image = image * 0.9 + step
        images.append(image)
    return image if not return_all else torch.stack(images)


print(sample((16, 3, 64, 64), 20).mean().item())
