# What a meter is given by keyword is made of what the step has differentiated.
import torch
import torch.nn.functional as F
from collections import defaultdict


class Meter:
    def __init__(self):
        self.data = defaultdict(list)

    def add(self, **values):
        for name, value in values.items():
            self.data[name].append(value)

    def mean(self, name):
        return float(sum(float(v) for v in self.data[name]) / len(self.data[name]))


def spread(points):
    distances = torch.cdist(points, points)
    return distances.sum() / len(points) ** 2


def train(model, sampler, steps):
    optimizer = torch.optim.Adam(model.parameters())
    meter = Meter()
    for step in range(steps):
        support, query, labels = sampler.sample()
        points = model(support)
        loss = F.cross_entropy(torch.cdist(model(query), points), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.add(loss=loss.item())
        meter.add(spread=spread(points))  # expect: detach-stored-tensor[unsafe]
    print(meter.mean("loss"), meter.mean("spread"))
