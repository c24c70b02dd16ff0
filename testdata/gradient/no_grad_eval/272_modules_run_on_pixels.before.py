# options: minor: false
import torch
from torch import nn


class Matcher:
    def __init__(self, embedder: nn.Module):
        self.embedder = embedder

    def match(self, pixels, table):
        vertices = self.embedder(pixels)  # expect: no-grad-eval[unsafe]
        return (vertices @ table.T).argmax(dim=1)
