import torch


def collect(model, loader):
    features = torch.tensor([])
    for x, _ in loader:
        features = torch.cat((features, model(x)))  # expect: cat-in-loop[unsafe]
    return features
