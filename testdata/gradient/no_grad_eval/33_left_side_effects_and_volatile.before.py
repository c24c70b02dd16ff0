import torch


def initialise_lazy_layers(model, sample):
    model.eval()
    model(sample)
    model.train()
