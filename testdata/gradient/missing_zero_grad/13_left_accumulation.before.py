# Windows: several backward passes to one step, whoever resets.
import torch


def modulo(model, loader, optimizer, criterion, k):
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y) / k
        loss.backward()
        if (i + 1) % k == 0:
            optimizer.step()
            optimizer.zero_grad()


def reset_in_window(model, loader, optimizer, criterion, k):
    for i, (x, y) in enumerate(loader):
        if i % k == 0:
            optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()


def no_sync(model, loader, optimizer, criterion, resets):
    for i, (x, y) in enumerate(loader):
        with model.no_sync() if i % 4 else resets(model):
            criterion(model(x), y).backward()
        optimizer.step()


def window_of_all(model, loader, optimizer, criterion, epochs):
    for epoch in range(epochs):
        optimizer.zero_grad()
        for x, y in loader:
            criterion(model(x), y).backward()
        optimizer.step()
