import torch
from torch import nn


def cross_validate(folds, fit, predict):
    models, scores = [], []
    for train, valid in folds:
        model = nn.Linear(4096, 4096)
        fit(model, train)
        scores.append(predict(model, valid))
        models.append(model)  # expect: memory-not-freed
        torch.cuda.empty_cache()
    print(sum(scores) / len(models))
    print(predict(models[-1], folds))
