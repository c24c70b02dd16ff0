# The graph of a single pass is gone with its statement: a step of the training takes as much. One
# that a name holds stands beside those of the next steps. A loop over all of the data is run often
# enough.
import torch


def train(model, optimizer, criterion, loader):
    for x, y in loader:
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()


def classes(model, loader):
    correct = 0
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        correct += model(x).argmax(1).eq(y).sum().item()
    return correct


def show_classes(model, x):
    print(model(x).argmax(1).tolist())


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
        scores = model(x)  # expect: no-grad-eval[unsafe]
        print(epoch, scores.argmax(1).eq(y).float().mean().item())


def best_of_all(model, loader):
    best = []
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        best.append(model(x).max(1)[0])
    return torch.cat(best).argmax().item()
