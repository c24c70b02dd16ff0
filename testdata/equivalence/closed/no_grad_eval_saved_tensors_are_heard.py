# level: safe
# rule: no-grad-eval
import torch
from torch import nn


def evaluate(model, loader):
    model.eval()
    total = 0.0
    for x in loader:
        total += model(x).sum().item()
    return total


def pack(x):
    print("saved")
    return x


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
with torch.autograd.graph.saved_tensors_hooks(pack, lambda x: x):
    print(evaluate(model, [torch.ones(1, 2)]))
