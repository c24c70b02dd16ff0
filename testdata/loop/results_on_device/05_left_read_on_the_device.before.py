# The joined tensor is needed on the device.
import torch


@torch.no_grad()
def score(model, loader, reference):
    features = []
    for images in loader:
        features.append(model(images))
    features = torch.cat(features)
    return (features @ reference).cpu()
