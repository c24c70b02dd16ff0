import gc

import torch


def free_memory():
    """Everything that is to be had."""
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def train(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        free_memory()  # expect: empty-cache-in-loop[unsafe]
