import torch

from setup import optimizer_and_schedule, schedule_or_not


def train(model, loader, criterion):
    optimizer, lr_scheduler = optimizer_and_schedule(model, True)
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()  # expect: missing-zero-grad[unsafe]
        optimizer.step()
        lr_scheduler.step()


def resets(model, loader, criterion):
    optimizer, lr_scheduler = optimizer_and_schedule(model, True)
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()


def two_returns(model, loader, criterion):
    optimizer, lr_scheduler = schedule_or_not(model, True)
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()
