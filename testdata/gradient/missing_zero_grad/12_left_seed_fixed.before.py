# What the seeds show as right, with the reset first and last.
import torch


def reset_first(model, optimizer, data):
    for epoch in range(1000):
        optimizer.zero_grad()
        loss = model(data)
        loss.backward()
        optimizer.step()


def reset_last(model, optimizer, dataloader, criterion):
    for batch, y in dataloader:
        out = model(batch)
        loss = criterion(out, y)

        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
