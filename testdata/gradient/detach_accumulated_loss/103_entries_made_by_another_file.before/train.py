import torch
from torch import nn

from steps import step


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def train(loader, optimizer):
    model = Net()
    total = hits = count = 0
    for x, y in loader:
        optimizer.zero_grad()
        out = step(model, x, y)
        out["loss"].backward()
        optimizer.step()
        total += out["loss"]  # expect: detach-accumulated-loss[safe]
        hits += out["correct"]
        count += out["size"]
    print(total / count, hits / count)


if __name__ == "__main__":
    train([(torch.ones(2, 4), torch.ones(2, dtype=torch.long))], torch.optim.SGD([torch.ones(1)], 0.1))
