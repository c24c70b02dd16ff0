import torch


def run(model, example, batches):
    for batch in batches:
        with torch.no_grad():
            traced = torch.jit.trace(model, example)
            traced(batch)
    for batch in batches:
        if batch is None:
            continue
        traced = torch.jit.trace(model, example)
        traced(batch)
    for batch in batches:
        try:
            traced = torch.jit.trace(model, example)
        except RuntimeError:
            continue
