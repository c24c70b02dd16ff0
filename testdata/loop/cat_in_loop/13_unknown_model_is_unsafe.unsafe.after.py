import torch


def collect(model, loader):
    features_parts = []
    for x, _ in loader:
        features_parts.append(model(x))  # expect: cat-in-loop[unsafe]
    features = torch.cat(features_parts)
    return features
