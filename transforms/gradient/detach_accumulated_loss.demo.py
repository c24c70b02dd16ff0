# rule: detach-accumulated-loss
# level: safe
# measure: bytes
# leak: growth
# output: same
"""The running loss of an epoch keeps the node chain of every step."""
import torch
from torch import nn, optim


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Sequential(nn.Linear(32, 32), nn.ReLU()) for _ in range(6)])
        self.head = nn.Linear(32, 1)

    def forward(self, x):
        return self.head(self.layers(x))


def train(steps=40):
    model = Net()
    criterion = nn.MSELoss()
    optimizer = optim.SGD(model.parameters(), lr=0.01)
    total_loss = 0
    for _ in range(steps):
        x = torch.randn(16, 32)
        optimizer.zero_grad()
        loss = criterion(model(x), x.sum(1, keepdim=True))
        loss.backward()
        optimizer.step()
        total_loss += loss
        # sample
    return total_loss / steps


torch.manual_seed(0)
print(f"{float(train()):.9f}")
