import torch
import torch.nn.functional as F
from torch import nn

from masks import sharpen


class Explainer(nn.Module):
    """Learns which edges a trained network looks at."""

    def __init__(self, model, width):
        super().__init__()
        self.model = model
        self.layers = nn.Sequential(nn.Linear(width, 4096), nn.ReLU(), nn.Linear(4096, 1))

    def weigh(self, edges):
        return sharpen(self.layers(edges))

    def train_step(self, graph, edges):
        wanted = self.model(graph, edges)  # expect: no-grad-eval[unsafe]
        wanted = wanted.argmax(-1).data

        weights = self.weigh(edges)
        return F.cross_entropy(weights, wanted)
