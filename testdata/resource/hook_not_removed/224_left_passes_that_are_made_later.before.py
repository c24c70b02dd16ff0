# A generator expression runs the model when somebody asks for its parts, behind what follows it.
from torch import nn


def features(xs):
    model = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
    return features_of(model, xs)


def features_of(model, xs):
    found = []
    model[0].register_forward_hook(lambda module, inputs, output: found.append(output.detach()))
    outputs = (model(x) for x in xs)
    total = sum(output.sum().item() for output in outputs)
    return len(found), total
