# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


class Stack:
    def __init__(self):
        self.items = []

    def __lshift__(self, value):
        value.mean().backward(retain_graph=True)
        self.items.append(value.detach())


def test(policy, batches):
    memory = Stack()
    policy.eval()
    for x, y in batches:
        pred = policy(x)
        memory << pred
    print(sum(v.mean() for v in memory.items))


test(Net(), [(torch.ones(3, 4), torch.ones(3, 1))])
