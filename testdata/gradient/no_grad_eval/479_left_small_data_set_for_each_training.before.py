# The trained model is tested once for each of a few trainings.
import dgl.data
import torch
from torch import optim


def run(make_model, criterion, epochs):
    graph = dgl.data.CoraGraphDataset()[0]
    features, labels = graph.ndata["feat"], graph.ndata["label"]
    train_mask, test_mask = graph.ndata["train_mask"], graph.ndata["test_mask"]
    model = make_model()
    optimizer = optim.Adam(model.parameters())
    for epoch in range(epochs):
        loss = criterion(model(graph, features)[train_mask], labels[train_mask])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    return (model(graph, features)[test_mask].argmax(dim=1) == labels[test_mask]).sum().item()


def repeat(make_model, criterion, trials):
    for trial in range(trials):
        print(trial, run(make_model, criterion, epochs=200))
