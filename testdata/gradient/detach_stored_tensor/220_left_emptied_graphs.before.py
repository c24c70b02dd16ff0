import torch


def epoch(model, loader, optimizer, criterion):
    losses, outputs = [], []
    for x, y in loader:
        output = model(x)
        loss = criterion(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
        outputs.append(output)
    return torch.stack(losses).mean().item(), len(outputs)
