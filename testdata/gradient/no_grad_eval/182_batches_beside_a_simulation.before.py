# options: minor: false
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4096)

    def forward(self, x):
        return self.fc(x)


def rollout(envs, net: Net):
    states = [env.reset() for env in envs]
    for _ in range(100):  # expect: no-grad-eval[unsafe]
        q = net(torch.tensor(states))
        actions = q.argmax(1).tolist()
        states = [env.step(action)[0] for env, action in zip(envs, actions)]


def embed(net: Net, loader):
    for x in loader:  # expect: no-grad-eval[unsafe]
        print(net(x.unsqueeze(0)).argmax().item())
