import torch


def embed(model, loader):
    model.eval()
    rows = []
    for x in loader:  # expect: no-grad-eval[unsafe]
        rows.append(model(x))
    return torch.cat(rows)
