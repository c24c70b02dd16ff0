# The reset stands in the loop over the epochs, the step in that over the batches: it moves.
import torch
from torch import nn, optim


def train(model, loader, epochs):
    criterion = nn.MSELoss()
    opt = optim.Adam(model.parameters())
    for epoch in range(epochs):
        model.train()
        opt.zero_grad(set_to_none=True)
        for x, y in loader:
            loss = criterion(model(x), y)
            loss.backward()  # expect: missing-zero-grad[unsafe]
            opt.step()
        print(epoch)
