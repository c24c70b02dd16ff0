# An empty vector decides the type of the result alone: it goes where the parts are floats, and
# every iteration adds one. Elsewhere it stays the first part.
import torch


def logits(model, loader):
    rows = torch.tensor([])
    for batch in loader:
        out = model(batch)
        rows = torch.cat([rows, out.logits[:, 0]])  # expect: cat-in-loop[unsafe]
    return rows


def labels(loader):
    rows = torch.tensor([])
    for _, label in loader:
        rows = torch.cat([rows, label])  # expect: cat-in-loop[unsafe]
    return rows


def classes(model, loader):
    rows = torch.tensor([])
    for batch in loader:
        rows = torch.cat([rows, model(batch).argmax(1)])  # expect: cat-in-loop[unsafe]
    return rows


def some(model, loader):
    rows = torch.tensor([])
    for batch in loader:
        if batch.is_valid:
            rows = torch.cat([rows, model(batch)])  # expect: cat-in-loop[unsafe]
    return rows


def typed(model, loader):
    rows = torch.tensor([], dtype=torch.float64)
    for batch in loader:
        rows = torch.cat([rows, model(batch)])  # expect: cat-in-loop[unsafe]
    return rows


def skipping(model, loader):
    rows = torch.tensor([])
    for batch in loader:
        if batch is None:
            continue
        rows = torch.cat([rows, model(batch)])  # expect: cat-in-loop[unsafe]
    return rows


def asked(model, loader):
    rows = torch.tensor([])
    print(rows.device)
    for batch in loader:
        rows = torch.cat([rows, model(batch)])  # expect: cat-in-loop[unsafe]
    return rows
