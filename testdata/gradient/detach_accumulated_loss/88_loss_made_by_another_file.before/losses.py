import torch.nn.functional as F


def total_loss(model, batch):
    x, y = batch
    return F.cross_entropy(model(x), y)
