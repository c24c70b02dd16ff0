# options: minor: true
import gc

import torch


def warm_up(model, loader, batch):
    for _ in range(3):
        model(batch)
        torch.cuda.empty_cache()
    for i, x in enumerate(loader):
        model(x)
        gc.collect()
        if i >= 3:
            break
