import torch
from heads import train_head


def fit_heads(encoder, heads, loader):
    encoder.eval()
    for x, y in loader:
        train_head(heads, encoder(x), y)
