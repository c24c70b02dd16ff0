import torch
from torch import nn


def show(encoder: nn.Module, head: nn.Module, images, outputs):
    features = encoder(images)
    print("classes:", head(features).argmax(1).tolist())
    outputs["features"] = features
