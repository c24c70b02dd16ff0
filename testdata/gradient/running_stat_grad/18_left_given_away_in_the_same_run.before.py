import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, size, board):
        super().__init__()
        self.board = board
        self.register_buffer("running_mean", torch.zeros(size))

    def observe(self, x):
        self.running_mean = 0.9 * self.running_mean + 0.1 * x.mean(dim=0)
        self.board.put(self.running_mean)
