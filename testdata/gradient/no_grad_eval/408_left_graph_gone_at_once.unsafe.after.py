# The graph of a pass is gone before that of the next: a step of the training takes as much. One
# that a name holds stands beside the next; so does what goes out of the iteration.
import torch


def train(model, optimizer, criterion, loader):
    for x, y in loader:
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()


def classes(model, loader):
    correct = 0
    for x, y in loader:
        correct += model(x).argmax(1).eq(y).sum().item()
    return correct


def classes_by_name(model, loader):
    correct = 0
    for x, y in loader:
        scores = model(x)
        scores = scores.argmax(1)
        correct += scores.eq(y).sum().item()
    return correct


def classes_deleted(model, loader):
    correct = 0
    for x, y in loader:
        scores = model(x)
        correct += scores.argmax(1).eq(y).sum().item()
        del scores
    return correct


@torch.no_grad()
def scores_held(model, loader):
    correct = 0
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        scores = model(x)
        correct += scores.argmax(1).eq(y).sum().item()
    return correct


def train_and_test(model, optimizer, criterion, x, y, epochs):
    for epoch in range(epochs):
        model.train()
        scores = model(x)
        optimizer.zero_grad()
        criterion(scores, y).backward()
        optimizer.step()
        model.eval()
        with torch.no_grad():
            scores = model(x)  # expect: no-grad-eval[unsafe]
        print(epoch, scores.argmax(1).eq(y).float().mean().item())


@torch.no_grad()
def best_of_all(model, loader):
    best = []
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        best.append(model(x).max(1)[0])
    return torch.cat(best).argmax().item()
