# options: minor: true
import gc

import torch


def profile(model, loader):
    peaks = []
    for batch in loader:
        gc.collect()
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()
        model(batch)
        peaks.append(torch.cuda.max_memory_allocated())
    return peaks
