# Entropies that were meant for the loss and got into none.
import torch
from torch import nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 2)
        self.entropies = []

    def forward(self, x):
        return torch.softmax(self.head(x), dim=-1)


model = Policy()


def select_action(state):
    choice = Categorical(model(torch.from_numpy(state).float()))
    action = choice.sample()
    model.entropies.append(choice.entropy().detach())  # expect: detach-stored-tensor[unsafe]
    return action.item()
