# All data of the file are a graph of 2,708 nodes: a pass over all of it takes little.
import dgl.data
import torch


def load_data():
    dataset = dgl.data.CoraGraphDataset()
    return dataset[0], dataset.num_classes


def evaluate(model, graph, features, labels, mask):
    model.eval()
    logits = model(graph, features)
    return (logits[mask].argmax(dim=1) == labels[mask]).float().mean().item()


def train(model, optimizer, criterion, epochs):
    graph, _ = load_data()
    features, labels = graph.ndata["feat"], graph.ndata["label"]
    train_mask, val_mask = graph.ndata["train_mask"], graph.ndata["val_mask"]
    for epoch in range(epochs):
        model.train()
        loss = criterion(model(graph, features)[train_mask], labels[train_mask])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(evaluate(model, graph, features, labels, val_mask))
