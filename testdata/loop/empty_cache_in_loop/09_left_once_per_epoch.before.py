# options: minor: true
import gc

import torch


def train(model, loader, optimizer, rounds):
    for epoch in range(rounds):
        train_epoch(model, loader, optimizer)
        torch.cuda.empty_cache()
    for _ in range(rounds):
        for batch in loader:
            model(batch).sum().backward()
            optimizer.step()
        model.eval()
        print(model(batch))
        gc.collect()
        torch.cuda.empty_cache()
    n_epochs = rounds
    while n_epochs > 0:
        loss = model(loader.whole()).sum()
        loss.backward()
        torch.cuda.empty_cache()
        n_epochs -= 1


def train_epoch(model, loader, optimizer):
    for batch in loader:
        model(batch).sum().backward()
        optimizer.step()
