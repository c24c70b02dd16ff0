import torch


def collect(model, loader):
    features = start: torch.Tensor
    for x in loader:
        features = torch.cat((features, model(x)))
    return features
