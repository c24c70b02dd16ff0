# What a criterion gets is a tensor: `model` is a module, as its name says.
import torch


@torch.no_grad()
def evaluate(model, criterion, loader):
    total = torch.zeros(())
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        loss = criterion(model(x), y)
        total += loss.item()
    return total
