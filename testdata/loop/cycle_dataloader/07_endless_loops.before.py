# A break that ends another loop is no way out, nor is a return in a nested def.
from itertools import cycle

import torch
from tqdm import tqdm


def train(loader, model, optimizer):
    for i, batch in enumerate(tqdm(cycle(loader))):  # expect: cycle-dataloader[report]
        for x in batch:
            if x is None:
                break
        loss = model(batch)
        loss.backward()
        optimizer.step()


def again(train_loader, model):
    batches = cycle(train_loader)  # expect: cycle-dataloader[report]
    for batch in batches:
        def score():
            return model(batch)

        print(score())
