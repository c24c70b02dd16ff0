import torch
from torch import nn


def evaluate(data, model, criterion, metric):
    out = model(data)
    return criterion(out, data.y).item(), metric(out.detach(), data.y)


def main(model, data, criterion, metric, wrapper, named):
    results, trainable, times = [], [], []
    for repeat in range(10):
        loss, auc = evaluate(data, model, criterion, metric)
        results.append(auc)
        new_module = wrapper(model, named)
        trainable.append(new_module)
        times.extend(model.profile.model_times())
    return results, trainable, times


class Explainer:
    def __init__(self):
        self.node_mask = None

    def initialise(self, n):
        self.node_mask = nn.Parameter(torch.randn(n))

    def parameters(self, masks):
        parameters = []
        for mask in masks:
            parameters.append(mask)
        if self.node_mask is not None:
            parameters.append(self.node_mask)
        return parameters

    def explain(self, model, x, y, criterion):
        optimizer = torch.optim.Adam(self.parameters([]))
        loss = criterion(model(x * self.node_mask), y)
        loss.backward()
        optimizer.step()
