# A list keeps the tensor itself, and sees what it becomes.
import torch


@torch.no_grad()
def collect(model, loader, x):
    outputs = []
    for images in loader:
        found = model(images)
        outputs.append(found)
        found += 1
    return torch.cat(outputs).cpu()
