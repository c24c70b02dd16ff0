# Kept to be used.
import torch


def ensemble(folds, x):
    models = []
    for fold in folds:
        model = torch.nn.Linear(100, 100)
        models.append(model)
    return sum(model(x) for model in models)


def best(folds, score):
    made = {}
    for fold in folds:
        net = torch.nn.Linear(100, 100)
        made[fold] = net
    return max(made, key=score)


def all_of_them(folds):
    nets = []
    for fold in folds:
        nets.append(torch.nn.Linear(100, 100))
    return nets
