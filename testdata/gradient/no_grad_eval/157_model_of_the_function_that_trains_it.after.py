import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return self.fc(x)


def train(loader, board, fixed):
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    for step, (x, y) in enumerate(loader):
        loss = nn.functional.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            with torch.no_grad():
                picture = net(fixed)  # expect: no-grad-eval[safe]
            board.images(picture.detach().cpu().numpy())
