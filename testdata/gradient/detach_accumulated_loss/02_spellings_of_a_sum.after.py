import torch as th


def train(model, loader, criterion, optimizer, scaler, use_amp):
    total = 0
    weighted = 0.0
    negative = 0.0
    average = 0.0
    incremental = 0.0
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        if use_amp:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        optimizer.step()
        total = total + loss.detach()  # expect: detach-accumulated-loss[safe]
        weighted = x.size(0) * loss.detach() + weighted  # expect: detach-accumulated-loss[safe]
        negative -= loss.detach()  # expect: detach-accumulated-loss[safe]
        average = 0.9 * average + 0.1 * loss.detach()  # expect: detach-accumulated-loss[safe]
        incremental += (loss.detach() - incremental) / (i + 1)  # expect: detach-accumulated-loss[safe]
    return th.as_tensor(total), weighted, negative, average, incremental
