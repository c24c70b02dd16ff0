import sys

import torch
from torch import nn
from torch_geometric.nn import TGNMemory

memory = TGNMemory(10, 10, 10).to("cpu")


class Memory(nn.Module):
    def detach(self):
        self.store = self.store.detach()


class Hidden:
    def detach(self):
        self.gone = True


def train(loader):
    own = Memory()
    hidden = Hidden()
    for x in loader:
        memory.detach()
        own.detach()
        hidden.detach()
        torch.optim.SGD([x]).detach()
    sys.stdout.detach()
    process.detach()
