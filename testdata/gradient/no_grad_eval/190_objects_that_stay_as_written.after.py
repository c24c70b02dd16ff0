# Nobody changes these: plain values are set, functions of the file get the object and read it,
# and what goes to code that no table knows is a number.
import torch
from torch import nn

import open3d


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(4, 1)
        self.width = open3d.rounded(8)

    @torch.jit.export
    def size(self):
        return self.width

    def forward(self, x):
        open3d.note("forward", 3)
        return torch.relu(self.fc(x))


def weights_of(net):
    return sum(p.numel() for p in net.parameters())


def evaluate(loader):
    net = Net(8)
    setattr(net, "title", "small")
    print(net, weights_of(net), isinstance(net, nn.Module), type(net))
    torch.save(net.state_dict(), "net.pt")
    nets = []
    nets.append(net)
    net.eval()
    with torch.no_grad():
        for x in loader:  # expect: no-grad-eval[safe]
            out = net(x)
            print(out.sum().item())
