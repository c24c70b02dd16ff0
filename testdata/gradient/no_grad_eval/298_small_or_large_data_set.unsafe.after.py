# One of the data sets is a graph of 232,965 nodes.
import dgl.data
import torch


def load_data(name):
    if name == "cora":
        return dgl.data.CoraGraphDataset()[0]
    return dgl.data.RedditDataset()[0]


@torch.no_grad()
def evaluate(model, graph, features, labels, mask):
    model.eval()
    logits = model(graph, features)  # expect: no-grad-eval[unsafe]
    return (logits[mask].argmax(dim=1) == labels[mask]).float().mean().item()


def train(model, optimizer, criterion, epochs, name):
    graph = load_data(name)
    features, labels = graph.ndata["feat"], graph.ndata["label"]
    train_mask, val_mask = graph.ndata["train_mask"], graph.ndata["val_mask"]
    for epoch in range(epochs):
        model.train()
        loss = criterion(model(graph, features)[train_mask], labels[train_mask])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, evaluate(model, graph, features, labels, val_mask))
