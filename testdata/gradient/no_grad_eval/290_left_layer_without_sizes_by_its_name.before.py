# options: minor: true
import torch
from torch import nn

softmax = nn.Softmax(dim=1)


def metric(logits, target):
    hits = (logits.argmax(1) == target).float().mean()
    sure = torch.gather(softmax(logits), 1, target[:, None]).detach()
    return hits.item(), sure.mean().item()
