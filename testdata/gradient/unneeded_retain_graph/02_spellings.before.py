# Positional, among other arguments, on several lines, on an expression, through a scaler.
import torch as th
from torch.autograd import backward


def positional(model, x):
    loss = model(x).sum()
    loss.backward(None, True)  # expect: unneeded-retain-graph[unsafe]


def among_others(model, x, seed):
    y = model(x)
    y.backward(  # expect: unneeded-retain-graph[unsafe]
        gradient=th.ones_like(y),
        # for the second pass
        retain_graph=True,
    )


def expression(model, criterion, x, y):
    criterion(model(x), y).backward(retain_graph=True)  # expect: unneeded-retain-graph[unsafe]


def function(model, x):
    loss = model(x).sum()
    backward(loss, retain_graph=True, create_graph=False)  # expect: unneeded-retain-graph[unsafe]


def scaler(model, loader, optimizer):
    scaler = th.cuda.amp.GradScaler()
    for data in loader:
        with th.cuda.amp.autocast():
            loss = model(data).mean()
        scaler.scale(loss).backward(retain_graph=True)  # expect: unneeded-retain-graph[unsafe]
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
