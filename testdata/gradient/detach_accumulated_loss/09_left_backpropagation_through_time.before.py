import torch


def train(model, sequence, criterion, optimizer, hidden):
    loss = 0
    for x, y in sequence:
        out, hidden = model(x, hidden)
        loss += criterion(out, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
