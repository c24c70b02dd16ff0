# Two readings of a clock around the forward pass tell how long it took, whatever the
# function is called. One alone is a date.
import time

import torch


@torch.no_grad()
def progress(model, loader, criterion):
    model.eval()
    start = time.time()
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        loss = criterion(model(x), y).item()
        print(loss, time.time() - start)


@torch.no_grad()
def dated(model, loader, criterion):
    model.eval()
    print(time.time())
    for x, y in loader:  # expect: no-grad-eval[safe]
        loss = criterion(model(x), y).item()
        print(loss)


dated(torch.nn.Linear(4, 2), [], torch.nn.CrossEntropyLoss())
