import torch

global_results = []


def process(model, x, y, criterion, optimizer):
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    global_results.append(loss.detach())  # expect: detach-stored-tensor[safe]


def show():
    for r in global_results:
        print(float(r))
