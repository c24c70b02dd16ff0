# level: safe
# rule: no-grad-eval
import torch
from torch import nn
from torch.nn.utils import prune

model = nn.Linear(512, 512)
prune.identity(model, "weight")
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def evaluate(loader):
    model.eval()
    total = 0.0
    for x in loader:
        total += model(x).abs().mean().item()
    return total


data = [torch.randn(64, 512) for _ in range(3)]
for _ in range(2):
    print(round(evaluate(data), 5))
    penalty = model.weight.abs().mean()
    loss = model(data[0]).pow(2).mean() + penalty
    optimizer.zero_grad()
    penalty.backward()
    optimizer.step()
print(model.weight_orig[0, :4].tolist())
