import gc

import torch


def clean():
    gc.collect()
    torch.cuda.empty_cache()


def validate(model, loader):
    with torch.no_grad():
        scores = [model(batch) for batch in loader]
    torch.cuda.empty_cache()
    freed = gc.collect()
    return scores, freed
