# Code out of sight gets the list.
import torch


@torch.no_grad()
def collect(model, loader, report):
    outputs = []
    for images in loader:
        outputs.append(model(images))
    report(outputs)
    return torch.cat(outputs).cpu()
