# rule: detach-accumulated-loss
"""A penalty summed over the parameters is a part of the loss."""
import torch
from torch import nn


def penalty_of(model):
    penalty = 0.0
    for parameter in model.parameters():
        penalty += parameter.abs().sum()
    return penalty


torch.manual_seed(0)
model = nn.Linear(6, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for _ in range(5):
    optimizer.zero_grad()
    loss = model(torch.randn(4, 6)).pow(2).mean() + 0.5 * penalty_of(model)
    loss.backward()
    optimizer.step()
print("norm of the weights:", model.weight.norm().item())
