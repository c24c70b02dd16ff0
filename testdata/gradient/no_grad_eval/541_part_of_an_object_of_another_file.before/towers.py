import torch
from torch import nn


class ImageTower(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.trunk = nn.Sequential(nn.Conv2d(3, 512, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.out = nn.Linear(512, dim)

    def forward(self, x):
        return self.out(self.trunk(x).flatten(1))


class TextTower(nn.Module):
    def __init__(self, words, dim):
        super().__init__()
        self.emb = nn.EmbeddingBag(words, dim)

    def forward(self, ids):
        return self.emb(ids)


class DualEncoder(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.image, self.text = ImageTower(256), TextTower(words, 256)

    def forward(self, images, ids):
        return self.image(images), self.text(ids)
