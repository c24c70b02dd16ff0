import torch


def slopes(model: torch.nn.Module, x):
    model(x).sum().backward(create_graph=True)
    print(model)
