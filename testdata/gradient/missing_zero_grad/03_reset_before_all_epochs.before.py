# A reset before everything is no reset of the loop; it may have other reasons and stays.
import torch


def train(model, loader, optimizer, criterion):
    optimizer.zero_grad()
    step = 0
    while step < 1000:
        x, y = next(loader)
        loss = criterion(model(x), y)
        loss.backward()  # expect: missing-zero-grad[unsafe]
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
