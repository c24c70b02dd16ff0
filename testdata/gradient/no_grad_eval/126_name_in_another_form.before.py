# A name may have two spellings, and is one.
import torch


def test(model, loader):
    total = 0.0
    model.eval()
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        total += model(x).mean().item()
    return ｔotal
