# The default is one object for all calls: what evaluation leaves there, training goes on from.
import torch
from torch import nn
from torch.nn import functional as F


def state(value=None, kept=[None]):
    if value is not None:
        kept[0] = value
    return kept[0]


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.read, self.carry, self.out = nn.Linear(4, 8), nn.Linear(8, 8), nn.Linear(8, 2)

    def forward(self, x):
        state(torch.tanh(self.read(x) + self.carry(state())))
        return self.out(state())


@torch.no_grad()
def evaluate(model, data):
    model.eval()
    hits = 0
    for x, y in data:  # expect: no-grad-eval[unsafe]
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


def main(data):
    model = Cell()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        state(torch.zeros(1, 8))
        print(evaluate(model, data[:10]))
        loss = sum(F.cross_entropy(model(x), y) for x, y in data[10:12])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main([(torch.randn(5, 4), torch.randint(0, 2, (5,))) for _ in range(20)])
