import torch
from torch import nn

criterion = nn.MSELoss()


def fit(model, loader, optimizer, steps):
    loss_history = []
    for step in range(steps):
        batch_loss = []
        for x, y in loader:
            batch_loss.append(criterion(model(x), y))
        total_loss = torch.stack(batch_loss).sum()
        optimizer.zero_grad()
        total_loss.backward()
        optimizer.step()
        loss_history.append(total_loss.detach())  # expect: detach-stored-tensor[safe]
    return loss_history
