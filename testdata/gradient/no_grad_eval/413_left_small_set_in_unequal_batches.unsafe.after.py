# Graphs of a small data set, one for a step of the training and 32 at once in the evaluation.
import torch
from torch_geometric.datasets import TUDataset
from torch_geometric.loader import DataLoader


def load(root):
    data = TUDataset(root, name="MUTAG")
    return DataLoader(data, batch_size=1), DataLoader(data, batch_size=32)


@torch.no_grad()
def evaluate(model, loader):
    correct = 0
    for graphs in loader:  # expect: no-grad-eval[unsafe]
        scores = model(graphs)
        correct += scores.argmax(1).eq(graphs.y).sum().item()
    return correct


def train(model, optimizer, criterion, loader):
    for graphs in loader:
        optimizer.zero_grad()
        criterion(model(graphs), graphs.y).backward()
        optimizer.step()
