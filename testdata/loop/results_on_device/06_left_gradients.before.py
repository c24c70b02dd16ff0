# What has a graph is the business of other rules.
import torch


def collect(model, loader):
    outputs = []
    for images in loader:
        outputs.append(model(images))
    return torch.cat(outputs).cpu()
