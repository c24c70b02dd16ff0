import torch
from torch import nn

loss_fn = nn.BCELoss()


def train(model, train_loader, optimizer):
    train_loss = []
    for batch, label in train_loader:
        loss = loss_fn(model(batch), label)
        train_loss.append(loss.detach())  # expect: detach-stored-tensor[safe]
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return torch.stack(train_loss).sum().cpu().item()
