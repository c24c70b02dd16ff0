# What a metric makes of an output has no graph, by the operations that it is made with; of what
# code that is not seen makes of one nobody knows.
import torch
from sklearn.metrics import f1_score


def accuracy(output, target, topk=(1,)):
    _, predicted = output.topk(max(topk), 1, True, True)
    correct = predicted.t().eq(target.view(1, -1))
    return [correct[:k].reshape(-1).float().sum(0) for k in topk]


def overlap(output, target):
    predicted = (output > 0.5).float()
    return (predicted * target).sum() / (predicted + target).clamp(0, 1).sum()


def within(output, target):
    distance = (output - target).norm(dim=-1)
    return (distance < 0.1).float().mean()


def highest(output):
    values, indices = output.max(1)
    return indices


def train(model, loader, optimizer, criterion, metric):
    kept = [[] for _ in range(10)]
    for x, y in loader:
        output = model(x)
        loss = criterion(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        top1, top5 = accuracy(output, y, (1, 5))
        _, predicted = output.max(1)
        kept[0].append(top1)
        kept[1].append(accuracy(output, y))
        kept[2].append(overlap(output, y))
        kept[3].append(within(output, y))
        kept[4].append(highest(output))
        kept[5].append(predicted)
        kept[6].append((predicted == y).sum())
        kept[7].append(metric(output, y))
        kept[8].append(f1_score(y, output.argmax(1)))
        kept[9].append(output.shape)
    return kept
