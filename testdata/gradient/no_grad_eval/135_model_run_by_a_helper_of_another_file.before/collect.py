import torch

from encode import embed


def embed_all(model, loader):
    model.eval()
    rows = []
    for batch in loader:  # expect: no-grad-eval[unsafe]
        rows.append(embed(model, batch).cpu())
    return torch.cat(rows).numpy()
