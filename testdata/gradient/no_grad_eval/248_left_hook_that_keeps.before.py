import torch
from torch import nn


def features_of(model: nn.Module, loader):
    model.eval()
    features = []
    model.register_forward_hook(lambda module, given, output: features.append(output))
    for images in loader:
        print(torch.argmax(model(images), 1))
    return features
