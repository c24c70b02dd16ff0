# mutations: no-nesting
import torch

_LOADED = {}


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(1000, 1000)


def load(path):
    net = Net()
    net.load_state_dict(torch.load(path))
    _LOADED[path] = net  # expect: memory-not-freed[report]
    return net
