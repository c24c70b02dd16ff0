import torch
import torch.nn.functional as F

from log import History


def train(model, loader, optimizer):
    history = History()
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        history.add(loss)  # expect: detach-stored-tensor[safe]
    return len(history.values)
