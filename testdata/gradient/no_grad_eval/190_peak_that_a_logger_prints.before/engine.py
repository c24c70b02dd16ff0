import torch
from torch import nn
from logs import Progress, peak, print_peak


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(512, 4096), nn.ReLU(), nn.Linear(4096, 512))

    def forward(self, x):
        return self.body(x)


def evaluate(loader):
    net = Net().cuda()
    net.load_state_dict(torch.load("net.pt"))
    net.eval()
    progress = Progress()
    right = 0
    for x, y in progress.every(loader):  # expect: no-grad-eval[unsafe]
        output = net(x)
        right += (output.argmax(1) == y).sum().item()
    return right


def measures(loader):
    net = Net().cuda()
    net.load_state_dict(torch.load("net.pt"))
    net.eval()
    right = 0
    for x, y in loader:
        output = net(x)
        right += (output.argmax(1) == y).sum().item()
    return right, torch.cuda.max_memory_allocated()


def measures_through_a_function(loader):
    net = Net().cuda()
    net.load_state_dict(torch.load("net.pt"))
    net.eval()
    right = 0
    for x, y in loader:
        output = net(x)
        right += (output.argmax(1) == y).sum().item()
    used = peak()
    return right, used
