# A target network with convolutions takes a part of each step that is worth its fix.
import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 64, 3)
        self.head = nn.Linear(4096, 6)

    def forward(self, x):
        return self.head(self.conv(x).flatten(1))


def learn(net, target, optimizer, states, actions, rewards, following):
    best = target(following).detach().max(1)[0]  # expect: no-grad-eval[safe]
    values = net(states).gather(1, actions)
    loss = F.mse_loss(values, (rewards + 0.99 * best).unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train(replay):
    net, target = Net(), Net()
    optimizer = torch.optim.Adam(net.parameters())
    for batch in replay:
        learn(net, target, optimizer, *batch)
