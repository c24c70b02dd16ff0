# Reported at https://github.com/dmlc/dgl/issues/745
# Training fits in memory, the validation after it does not: one forward over the whole
# graph with gradients on.
import torch
import torch.nn.functional as F


@torch.no_grad()
def evaluate(model, features, labels, mask):
    model.eval()
    logits = model(features)  # expect: no-grad-eval[unsafe]
    logits = logits[mask]
    labels = labels[mask]
    loss = F.cross_entropy(logits, labels)
    _, indices = torch.max(logits, dim=1)
    correct = torch.sum(indices == labels)
    return correct.item() * 1.0 / len(labels), loss.item()


def main(model, optimizer, features, labels, train_mask, val_mask, epochs):
    for epoch in range(epochs):
        model.train()
        logits = model(features)
        loss = F.cross_entropy(logits[train_mask], labels[train_mask])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        acc, val_loss = evaluate(model, features, labels, val_mask)
        print("Epoch {:05d} | Accuracy {:.4f} | Loss {:.4f}".format(epoch, acc, val_loss))
