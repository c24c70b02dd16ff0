import torch


def explain(model, extractor, loader):
    maps = []
    scores = None
    for x in loader:
        activations, scores = extractor(x, scores)
        maps.append(model.explain(activations, scores))
    return maps
