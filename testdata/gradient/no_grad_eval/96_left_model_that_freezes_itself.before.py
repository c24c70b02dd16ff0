import torch

from models import build


def extract(loader):
    model = build()
    model.eval()
    model.freeze_trunk()
    features = []
    for images in loader:
        features.append(model(images).cpu())
    return torch.cat(features).numpy()
