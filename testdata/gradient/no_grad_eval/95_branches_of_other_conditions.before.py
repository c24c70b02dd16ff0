import torch


def changed(is_train, model, optimizer, loader, criterion):
    if is_train:
        model.train()
    else:
        model.eval()
    for x, y in loader:
        is_train = not is_train
        if is_train:
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        else:
            loss = criterion(model(x), y)  # expect: no-grad-eval[unsafe]
        print(loss.item())


def differentiated(is_train, model, optimizer, loader, criterion):
    if is_train:
        model.train()
    else:
        model.eval()
    for x, y in loader:
        if is_train:
            loss = criterion(model(x), y)
        else:
            loss = criterion(model(x), 2 * y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def trained_again(is_train, model, optimizer, loader, criterion):
    if not is_train:
        model.eval()
    model.train()
    for x, y in loader:
        if is_train:
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        else:
            loss = criterion(model(x), y)  # expect: no-grad-eval[unsafe]
        print(loss.item())
