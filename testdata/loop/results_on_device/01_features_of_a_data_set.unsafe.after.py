# Only the joined copy goes to the CPU.
import torch


@torch.no_grad()
def extract(model, loader, device):
    features = []
    for images, _ in loader:
        features.append(model(images.to(device)).cpu())  # expect: results-on-device[unsafe]
    return torch.cat(features, dim=0).cpu().numpy()
