import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.graph_layers = nn.ModuleList([nn.Linear(2, 2)])
        self.size = self.size_of(shape)

    def size_of(self, shape):
        out = self.conv(torch.zeros(1, *shape))
        return int(torch.tensor(out.size()).prod())

    def forward(self, graph):
        for layer in self.graph_layers:
            layer(graph)
        return graph.x


def warm_up(model, batches):
    for batch in batches:
        _ = model(batch)
        break
