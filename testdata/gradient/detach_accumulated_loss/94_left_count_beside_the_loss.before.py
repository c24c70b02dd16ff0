import torch


def step(model, batch, loss_func, count_all):
    output = model(batch)
    counted = torch.tensor(0, dtype=torch.int)
    if count_all:
        results = loss_func(output)
        output, counted, reduced = results
    return output, counted


def train(model, optimizer, loader, loss_func):
    total = torch.zeros([], dtype=torch.int)
    for batch in loader:
        output, counted = step(model, batch, loss_func, True)
        total += counted
        optimizer.zero_grad()
        output.backward()
        optimizer.step()
    print(total)
