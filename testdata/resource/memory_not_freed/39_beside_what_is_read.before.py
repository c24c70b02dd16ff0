import copy

import torch
from torch import nn


class Trainer:
    def __init__(self, net, lr):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=lr)

    def fit(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            nn.functional.mse_loss(self.net(x), y).backward()
            self.optimizer.step()
        return 0.5


def grid(widths, loader):
    table, best = [], None
    for width in widths:
        trainer = Trainer(nn.Linear(width, 1), 0.1)
        score = trainer.fit(loader)
        table.append((width, score, trainer))  # expect: memory-not-freed
        if best is None or score < best:
            best = score
    print(len(table), [row[1] for row in table])
    return best


def cross_validate(folds, build):
    trained = {}
    for name, loader in folds:
        model = build(nn.Linear(4, 1))
        model.train()
        trained[name] = {"model": model, "score": evaluate(model, loader)}  # expect: memory-not-freed
    for name, result in trained.items():
        print(name, result["score"])
    return sum(result["score"] for result in trained.values())


def generations(first, rounds):
    kept, best = [], first
    for _ in range(rounds):
        candidate = copy.deepcopy(best)
        candidate.net.load_state_dict(best.net.state_dict())
        kept.append(candidate)  # expect: memory-not-freed
        best = candidate
    return best
