import torch


def run(is_train, model, optimizer, loader, criterion):
    total = 0.0
    if is_train:
        model.train()
    else:
        model.eval()
    for x, y in loader:
        if is_train:
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        else:
            with torch.no_grad():
                loss = criterion(model(x), y)  # expect: no-grad-eval
        total += loss.item()
    return total


def turned(evaluate, model, optimizer, loader, criterion):
    total = 0.0
    if evaluate:
        model.eval()
    for x, y in loader:
        if not evaluate:
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        else:
            with torch.no_grad():
                loss = criterion(model(x), y)  # expect: no-grad-eval
        total += loss.item()
    return total
