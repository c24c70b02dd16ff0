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


def main():
    model = Net()
    loader = [(torch.ones(3, 4), torch.ones(3, 1))]
    total = 0.0
    model.eval()
    for data, label in loader:
        pred = model(data)
        total += pred.mean()
    model.train()
    torch.autograd.backward([v.sum() for v in [ｔotal]])


main()
