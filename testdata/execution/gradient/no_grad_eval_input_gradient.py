# rule: no-grad-eval
"""The evaluation reports how steep the model is, for which it differentiates."""
import torch
from torch import nn


def steepness(model, loader):
    model.eval()
    norms = []
    for batch in loader:
        batch.requires_grad_()
        output = model(batch)
        (gradient,) = torch.autograd.grad(output.sum(), batch)
        norms.append(gradient.norm().item())
    return norms


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
print([round(norm, 6) for norm in steepness(model, torch.randn(4, 8, 4).unbind())])
