import torch


def collect(model, loader):
    features = torch.tensor([])
    features_parts = [features]
    for x, _ in loader:
        features_parts.append(model(x))  # expect: cat-in-loop[unsafe]
    features = torch.cat(features_parts)
    return features
