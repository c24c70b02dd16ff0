# Files, checkpoints, folds: nothing says that an iteration is short.
import gc

import torch


def merge(paths, folds, run_fold):
    merged = {}
    for path in paths:
        merged.update(torch.load(path))
        gc.collect()
    for fold in folds:
        run_fold(fold)
        torch.cuda.empty_cache()
    return merged
