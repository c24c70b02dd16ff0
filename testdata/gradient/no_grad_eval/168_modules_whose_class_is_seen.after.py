# Each module is followed back to the constructor that made it: by way of names, arguments,
# attributes, containers and methods that give the module back.
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.mix = nn.Sequential(nn.Linear(width, width), nn.ReLU())

    def forward(self, x):
        return x + self.mix(self.norm(x))


class Net(nn.Module):
    def __init__(self, head):
        super().__init__()
        self.blocks = nn.ModuleList([Block(4) for _ in range(2)])
        self.blocks.append(Block(4))
        self.head = head

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def layers():
    made = []
    for _ in range(3):
        made.append(nn.Linear(4, 4))
    made += [nn.Tanh()]
    return made


@torch.no_grad()
def by_argument(net, batches):
    for x in batches:  # expect: no-grad-eval[safe]
        print(net(x).argmax().item())


@torch.no_grad()
def by_name(batches):
    net = nn.DataParallel(Net(nn.Linear(4, 2))).to("cpu").eval()
    for x in batches:  # expect: no-grad-eval[safe]
        print(net(x).argmax().item())


@torch.no_grad()
def by_parts(batches):
    net = nn.Sequential(*layers(), Block(4))
    net[0] = nn.Identity()
    for x in batches:  # expect: no-grad-eval[safe]
        print(net(x).argmax().item())


@torch.no_grad()
def by_choice(batches, deep):
    nets = {"deep": Net(nn.Linear(4, 2)), "flat": nn.Linear(4, 2)}
    net = nets["deep"] if deep else nets["flat"]
    for x in batches:  # expect: no-grad-eval[safe]
        print(net(x).argmax().item())


by_argument(Net(nn.Linear(4, 2)), [torch.ones(1, 4)])
