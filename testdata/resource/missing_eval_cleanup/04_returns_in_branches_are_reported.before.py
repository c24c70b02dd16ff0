import torch


def validate(model, loader, short):
    model.eval()
    total = 0.0
    for x in loader:
        total += model(x).mean().item()
    if short:  # expect: missing-eval-cleanup[report]
        return total
    else:
        return {"total": total}
