import torch
import torch.nn as nn


def run_epoch(model, loader, optimizer=None):
    training = optimizer is not None
    if len(loader) > 100:
        training = True
    total = 0.0
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        if training:
            loss.backward()
        total += loss.item()
    return total / len(loader)


def fit(model, train, valid):
    optimizer = torch.optim.AdamW(model.parameters(), 2e-3)
    for epoch in range(50):
        run_epoch(model, train, optimizer)
        print(run_epoch(model, valid))
