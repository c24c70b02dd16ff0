# level: safe
# rule: detach-accumulated-loss
import torch

weight = torch.ones(3, requires_grad=True)


def fit(data):
    total = 0
    for x in data:
        loss = x.sum() + weight.sum()
        loss.backward()
        total += loss
    return total


total = {"run": fit}["run"]([torch.ones(3), torch.zeros(3)])
total.backward()
print(weight.grad)
