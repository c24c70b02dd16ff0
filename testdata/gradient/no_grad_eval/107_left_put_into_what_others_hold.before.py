import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, graph, x):
        graph.nodes["u"].data.update({"h": self.fc(x)})
        return graph
