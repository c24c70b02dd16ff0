# What a method of another file joins has the graph of its parts.
import torch

from encoder import Encoder


def nearest(encoder: Encoder, loader):
    for rows in loader:  # expect: no-grad-eval[safe]
        found = encoder.encode(rows)
        print(found.argmax().item())


def sizes(encoder: Encoder, loader):
    for rows in loader:
        found = encoder.sizes(rows)
        print(found.sum().item())
