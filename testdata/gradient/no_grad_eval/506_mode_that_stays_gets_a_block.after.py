import torch
from torch import nn

net = nn.Conv2d(3, 64, 3)


def evaluate(model, data):
    model.eval()
    total = 0
    with torch.no_grad():
        for x in data:  # expect: no-grad-eval
            total += model(x).sum().item()
    torch.set_grad_enabled(False)
    return total


print(evaluate(net, [torch.ones(4, 3, 10, 10) for _ in range(20)]))
print(net(torch.ones(4, 3, 10, 10)).requires_grad)
