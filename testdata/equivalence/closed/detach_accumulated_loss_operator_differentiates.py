# level: safe
# rule: detach-accumulated-loss
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


class Sum:
    def __init__(self):
        self.items = []

    def __iadd__(self, value):
        value.mean().backward(retain_graph=True)
        self.items.append(value.detach())
        return self

    def __setitem__(self, key, value):
        value.mean().backward(retain_graph=True)
        self.items.append(value.detach())


policy = Net()
opt = torch.optim.SGD(policy.parameters(), lr=0.05)
recorder = Sum()
for x, y in [(torch.ones(3, 4), torch.ones(3, 1))] * 2:
    opt.zero_grad()
    loss = nn.functional.mse_loss(policy(x), y)
    loss.backward(retain_graph=True)
    recorder += loss
    opt.step()
print(len(recorder.items))
