import torch


def here(model, loader, criterion, optimizer):
    losses = []
    for x, y in loader:
        losses.append(criterion(model(x), y))
    torch.stack(losses).mean().backward()
    optimizer.step()


def by_sum(model, loader, criterion, optimizer):
    losses = []
    for x, y in loader:
        losses.append(criterion(model(x), y))
    optimizer.zero_grad()
    sum(losses).backward()
    optimizer.step()


def by_closure(model, loader, criterion, optimizer):
    losses = []
    for x, y in loader:
        losses.append(criterion(model(x), y))

    def closure():
        total = torch.stack(losses).sum()
        total.backward()
        return total

    optimizer.step(closure)


def by_lambda(model, loader, criterion):
    losses = []
    for x, y in loader:
        losses.append(criterion(model(x), y))
    total = lambda: torch.stack(losses).sum()
    total().backward()


def by_loop(model, loader, criterion, optimizer):
    losses = []
    for x, y in loader:
        losses.append(criterion(model(x), y))
    for loss in losses:
        loss.backward()
    optimizer.step()
