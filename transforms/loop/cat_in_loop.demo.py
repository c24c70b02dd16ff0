# rule: cat-in-loop
# level: safe
# measure: calls:cat
# leak: total
# output: same
"""Projections joined batch by batch: each join copies all that came before."""
import torch


def project(weight, batches):
    projections = torch.zeros(0, 4)
    for batch in batches:
        projections = torch.cat((projections, torch.tanh(batch @ weight)), dim=0)
    return projections


torch.manual_seed(0)
weight = torch.randn(6, 4)
result = project(weight, [torch.randn(5, 6) for _ in range(12)])
print(tuple(result.shape), result.dtype, result.double().sum().item())
