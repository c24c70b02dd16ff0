# An empty vector decides the type of the result alone: it goes where the parts are floats, and
# every iteration adds one. Elsewhere it stays the first part.
import torch


def logits(model, loader):
    rows_parts = []
    for batch in loader:
        out = model(batch)
        rows_parts.append(out.logits[:, 0])  # expect: cat-in-loop[unsafe]
    rows = torch.cat(rows_parts)
    return rows


def labels(loader):
    rows = torch.tensor([])
    rows_parts = [rows]
    for _, label in loader:
        rows_parts.append(label)  # expect: cat-in-loop[unsafe]
    rows = torch.cat(rows_parts)
    return rows


def classes(model, loader):
    rows = torch.tensor([])
    rows_parts = [rows]
    for batch in loader:
        rows_parts.append(model(batch).argmax(1))  # expect: cat-in-loop[unsafe]
    rows = torch.cat(rows_parts)
    return rows


def some(model, loader):
    rows = torch.tensor([])
    rows_parts = [rows]
    for batch in loader:
        if batch.is_valid:
            rows_parts.append(model(batch))  # expect: cat-in-loop[unsafe]
    rows = torch.cat(rows_parts)
    return rows


def typed(model, loader):
    rows = torch.tensor([], dtype=torch.float64)
    rows_parts = [rows]
    for batch in loader:
        rows_parts.append(model(batch))  # expect: cat-in-loop[unsafe]
    rows = torch.cat(rows_parts)
    return rows


def skipping(model, loader):
    rows = torch.tensor([])
    rows_parts = [rows]
    for batch in loader:
        if batch is None:
            continue
        rows_parts.append(model(batch))  # expect: cat-in-loop[unsafe]
    rows = torch.cat(rows_parts)
    return rows


def asked(model, loader):
    rows = torch.tensor([])
    print(rows.device)
    rows_parts = [rows]
    for batch in loader:
        rows_parts.append(model(batch))  # expect: cat-in-loop[unsafe]
    rows = torch.cat(rows_parts)
    return rows
