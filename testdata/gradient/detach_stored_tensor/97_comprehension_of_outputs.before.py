import torch


def collect(models, optimizer, criterion, loader):
    kept = []
    for x, y in loader:
        optimizer.zero_grad()
        outputs = [criterion(model(x), y) for model in models]
        loss = sum(outputs)
        loss.backward()
        optimizer.step()
        kept.append([2 * loss for _ in models])  # expect: detach-stored-tensor
        kept.append([output.item() for output in outputs])
    print(len(kept))
