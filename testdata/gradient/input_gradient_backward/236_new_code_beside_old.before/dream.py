import torch
from torch import nn

from images import preprocess

net = nn.Linear(4, 4)


def saliency(picture, size: int | None = None):
    image = preprocess(picture)
    image.requires_grad_(True)
    score = net(image).max()
    score.backward()  # expect: input-gradient-backward[unsafe]
    return image.grad
