# An object that is called keeps what it is given.
import torch
from torch import nn
from torch.nn import functional as F


class Box:
    def __call__(self, value):
        self.value = value


box = Box()


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.read, self.carry, self.out = nn.Linear(4, 8), nn.Linear(8, 8), nn.Linear(8, 2)

    def forward(self, x):
        box(torch.tanh(self.read(x) + self.carry(box.value)))
        return self.out(box.value)


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
        box(torch.zeros(1, 8))
        print(evaluate(model, data[:10]))
        loss = sum(F.cross_entropy(model(x), y) for x, y in data[10:12])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main([(torch.randn(5, 4), torch.randint(0, 2, (5,))) for _ in range(20)])
