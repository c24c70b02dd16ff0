# The seed's own cleanup: the graph is gone after backward() anyway.
import torch


def train(model, loader, criterion, optimizer, y):
    for batch in loader:
        out = model(batch)
        loss = criterion(out, y)

        loss.backward()
        optimizer.step()
        optimizer.zero_grad()

        del out, loss, batch  # expect: pointless-del[report]
