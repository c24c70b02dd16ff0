# rule: unneeded-create-graph
"""The gradient is differentiated once more, for a product with the Hessian."""
import torch
from torch import nn


def hessian_product(model, batch, direction):
    loss = model(batch).pow(4).mean()
    (gradient,) = torch.autograd.grad(loss, model.weight, create_graph=True)
    (product,) = torch.autograd.grad((gradient * direction).sum(), model.weight)
    return product


torch.manual_seed(0)
model = nn.Linear(4, 2)
direction = torch.randn(2, 4)
for batch in torch.randn(3, 8, 4):
    print(f"{hessian_product(model, batch, direction).norm().item():.6f}")
