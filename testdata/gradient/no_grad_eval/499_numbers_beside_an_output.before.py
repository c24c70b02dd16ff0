# Who takes the policy for its numbers takes the value beside it for its numbers, too.
import torch
from torch import nn


class Player:
    def __init__(self, net):
        self.net = net

    def predict(self, board):
        self.net.eval()
        policy, value = self.net(torch.from_numpy(board).float()[None])  # expect: no-grad-eval[unsafe]
        return policy.exp()[0].detach().cpu().numpy(), value[0]

    def train(self, boards, policies, values, optimizer):
        self.net.train()
        found, value = self.net(boards)
        loss = -(policies * found).sum(1).mean() + nn.functional.mse_loss(value, values)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def play(search, player):
    return search(player.predict)
