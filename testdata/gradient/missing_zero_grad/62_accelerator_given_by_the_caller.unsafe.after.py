import torch


def train(accelerator, model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(**batch).loss
        accelerator.backward(loss)  # expect: missing-zero-grad[unsafe]
        optimizer.step()
