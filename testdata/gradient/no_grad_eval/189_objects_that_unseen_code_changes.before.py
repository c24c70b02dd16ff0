# What is called may be another forward() than the text of the class says: unseen code gets the
# object, a part is set by a name that is computed, a decorator stands before forward(), a
# metaclass makes the objects, or forward() hands its values to code that no table knows.
import torch
from torch import nn

import zoo


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)

    def forward(self, x):
        return self.fc(x)


class Decorated(Net):
    @zoo.wrapped
    def forward(self, x):
        return self.fc(x)


class Made(Net, metaclass=zoo.Meta):
    pass


class Handing(Net):
    def forward(self, x):
        return zoo.scaled(self.fc(x))


def given(loader):
    net = Net()
    zoo.watch(net)
    net.eval()
    for x in loader:  # expect: no-grad-eval[unsafe]
        out = net(x)
        print(out.sum().item())


def given_on(loader):
    def patch(model):
        zoo.watch(model)

    net = Net()
    patch(net)
    net.eval()
    for x in loader:  # expect: no-grad-eval[unsafe]
        out = net(x)
        print(out.sum().item())


def set_by_name(loader, names):
    net = Net()
    for name in names:
        setattr(net, name, zoo.Head())
    net.eval()
    for x in loader:  # expect: no-grad-eval[unsafe]
        out = net(x)
        print(out.sum().item())


def decorated(loader):
    net = Decorated()
    net.eval()
    for x in loader:  # expect: no-grad-eval[unsafe]
        out = net(x)
        print(out.sum().item())


def made(loader):
    net = Made()
    net.eval()
    for x in loader:  # expect: no-grad-eval[unsafe]
        out = net(x)
        print(out.sum().item())


def handing(loader):
    net = Handing()
    net.eval()
    for x in loader:  # expect: no-grad-eval[unsafe]
        out = net(x)
        print(out.sum().item())
