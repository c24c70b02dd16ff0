# options: minor: false
# A pass over the whole graph takes little, and is made in each epoch, without need.
import dgl.data
import torch


def evaluate(model, graph, features, labels, mask):
    model.eval()
    logits = model(graph, features)  # expect: no-grad-eval
    return (logits[mask].argmax(dim=1) == labels[mask]).float().mean().item()


def train(model, optimizer, criterion, epochs):
    graph = dgl.data.CoraGraphDataset()[0]
    features, labels = graph.ndata["feat"], graph.ndata["label"]
    train_mask, val_mask = graph.ndata["train_mask"], graph.ndata["val_mask"]
    for epoch in range(epochs):
        model.train()
        loss = criterion(model(graph, features)[train_mask], labels[train_mask])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, evaluate(model, graph, features, labels, val_mask))
