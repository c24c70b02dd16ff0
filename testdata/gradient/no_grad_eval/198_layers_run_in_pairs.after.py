import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.linears = nn.ModuleList()
        self.norms = nn.ModuleList()
        for _ in range(depth):
            self.linears.append(nn.Linear(width, width))
            self.norms.append(nn.BatchNorm1d(width))
        self.head = nn.Linear(width, 2)

    def forward(self, x):
        for i, (linear, norm) in enumerate(zip(self.linears, self.norms)):
            x = F.relu(norm(linear(x)))
        return self.head(x)


def train(x, y):
    model = Net(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        model.train()
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        model.eval()
        with torch.no_grad():
            output = model(x)  # expect: no-grad-eval[safe]
        print(output.argmax(dim=1).eq(y).sum().item())


train(torch.randn(8, 8), torch.randint(0, 2, (8,)))
