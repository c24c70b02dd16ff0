import torch


def build(widths):
    models = []
    for width in widths:
        model = torch.nn.Linear(width, width)
        models.append(model)
    print(sorted(locals()))
