# Positional, with other arguments, through torch.autograd.backward, inside a scaler.
import torch


def positional(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward(None, False, True)  # expect: unneeded-create-graph[unsafe]
        optimizer.step()


def function(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        torch.autograd.backward([loss], create_graph=True)  # expect: unneeded-create-graph[unsafe]
        optimizer.step()


def scaled(model, loader, optimizer, scaler):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        scaler.scale(loss).backward(create_graph=True)  # expect: unneeded-create-graph[unsafe]
        scaler.step(optimizer)
        scaler.update()
