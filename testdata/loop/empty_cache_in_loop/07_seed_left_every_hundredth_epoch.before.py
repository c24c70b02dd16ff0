# options: minor: true
import gc

import torch


def train(train_epoch, model, loader):
    for epoch in range(1000):
        train_epoch()

        if epoch % 100 == 0:
            torch.cuda.empty_cache()
            gc.collect()
    for step, batch in enumerate(loader):
        model(batch).sum().backward()
        if (step + 1) % 50 == 0:
            torch.cuda.empty_cache()
    for step, batch in enumerate(loader):
        model(batch).sum().backward()
        if step % 50:
            continue
        torch.cuda.empty_cache()
