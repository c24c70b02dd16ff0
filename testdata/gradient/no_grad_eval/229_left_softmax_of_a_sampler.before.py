import torch
from torch import nn


class Sampler:
    def __init__(self, p):
        self.p = p
        self.softmax = nn.Softmax(dim=-1)

    def __call__(self, logits):
        chances = self.softmax(logits)
        best, places = torch.sort(chances, dim=-1, descending=True)
        kept = torch.cumsum(best, dim=-1) < self.p
        return places.gather(-1, kept.sum(-1, keepdim=True)).squeeze(-1)
