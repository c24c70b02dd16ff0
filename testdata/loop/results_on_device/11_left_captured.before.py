# Another function reads the list.
import torch


@torch.no_grad()
def collect(model, loader, watch):
    outputs = []
    watch(lambda: outputs[-1])
    for images in loader:
        outputs.append(model(images))
    return torch.cat(outputs).cpu()
