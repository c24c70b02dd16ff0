# Clipping, logging and resetting read the gradients without a graph.
import torch as th
from torch import nn, optim


class Trainer:
    def __init__(self):
        self.net = nn.Linear(4, 1)
        self.opt = optim.AdamW(self.net.parameters(), lr=1e-3)

    def train(self, loader):
        for x, y in loader:
            self.opt.zero_grad()
            loss = nn.functional.mse_loss(self.net(x), y)
            loss.backward(create_graph=True)  # expect: unneeded-create-graph[unsafe]
            for p in self.net.parameters():
                if p.grad is not None:
                    p.grad.data.clamp_(-1, 1)
            th.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            self.opt.step()
