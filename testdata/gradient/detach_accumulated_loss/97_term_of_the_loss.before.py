import torch
from torch import nn

from networks import load_features


def train(transformer, loader, optimizer, weight):
    features = load_features()
    mse = nn.MSELoss()
    content_sum = style_sum = 0.0
    for x in loader:
        y = transformer(x)
        content = weight * mse(features(y).relu2, features(x).relu2)
        style = features.style(y)
        total = content + style
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        content_sum += content  # expect: detach-accumulated-loss[unsafe]
        style_sum += style
    print(content_sum, style_sum)
