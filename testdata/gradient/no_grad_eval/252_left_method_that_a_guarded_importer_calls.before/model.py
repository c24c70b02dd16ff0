import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(3)])

    def inference(self, batches):
        self.eval()
        rows = []
        for batch in batches:
            for layer in self.layers:
                batch = layer(batch)
            rows.append(batch.cpu())
        return rows
