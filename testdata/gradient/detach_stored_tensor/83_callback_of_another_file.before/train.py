import torch
import torch.nn.functional as F

from callbacks import LossHistory


def batch_loss(model, batch):
    x, y = batch
    return F.cross_entropy(model(x), y)


def train(model, loader, optimizer):
    history = LossHistory()
    for step, batch in enumerate(loader):
        optimizer.zero_grad()
        loss = batch_loss(model, batch)
        loss.backward()
        optimizer.step()
        history.on_batch_end(step, loss)  # expect: detach-stored-tensor[safe]
    return len(history.losses)
