# A loop puts each value into the list of its own.
from torch.nn import functional as F


def train(model, optimizer, loader, epochs):
    losses, scores = [], []
    for _ in range(epochs):
        for x, y in loader:
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            score = loss.exp().item()
        for values, value in zip([scores, losses], [score, loss.detach()]):
            values.append(value)  # expect: detach-stored-tensor
    return sum(float(loss) for loss in losses), max(scores)


def train_by_pairs(model, optimizer, loader):
    losses, scores = [], []
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        for values, value in ((losses, loss.detach()), (scores, loss.exp().item())):
            values.append(value)  # expect: detach-stored-tensor
    return sum(float(loss) for loss in losses), max(scores)


def train_batch_by_batch(model, optimizer, loader):
    for x, y in loader:
        losses, scores = [], []
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        for values, value in zip([scores, losses], [loss.exp().item(), loss]):
            values.append(value)
        print(float(losses[0]), scores[0])
