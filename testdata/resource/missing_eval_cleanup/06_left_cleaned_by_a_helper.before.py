import gc

import torch


def clean():
    gc.collect()
    torch.cuda.empty_cache()


def validate(model, loader):
    model.eval()
    total = sum_of(model, loader)
    for x in loader:
        total += model(x).mean().item()
    clean()
    return total


def sum_of(model, loader):
    return 0.0
