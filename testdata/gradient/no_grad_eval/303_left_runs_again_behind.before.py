# The peak is that of the second pass, which has a graph. But not where a name holds the graph of the
# first beside it.
import torch
from torch import nn


class Explainer(nn.Module):
    def __init__(self, model, layers):
        super().__init__()
        self.model = model
        self.layers = layers

    def explain(self, graph, features):
        embedding = self.model(graph, features, embed=True)
        embedding = embedding.data
        mask = self.layers(embedding)
        logits = self.model(graph, features, mask)
        return torch.softmax(logits, dim=-1), mask

    def explain_beside(self, graph, features):
        embedding = self.model(graph, features, embed=True)  # expect: no-grad-eval[unsafe]
        mask = self.layers(embedding.data)
        logits = self.model(graph, features, mask)
        return torch.softmax(logits, dim=-1), mask


def train(explain, optimizer, loader, criterion):
    for graph, features, labels in loader:
        optimizer.zero_grad()
        probabilities, _ = explain(graph, features)
        criterion(probabilities, labels).backward()
        optimizer.step()
