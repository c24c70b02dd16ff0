# They are there already.
import torch


@torch.no_grad()
def extract(model, loader):
    features, more = [], []
    for images in loader:
        features.append(model(images).cpu())
        found = model(images).to("cpu")
        more.append(found)
    return torch.cat(features).cpu(), torch.cat(more).cpu()
