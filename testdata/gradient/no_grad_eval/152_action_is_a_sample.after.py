import torch
from torch import nn
from torch.distributions import Categorical
from torch.distributions.normal import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


class Agent:
    def __init__(self):
        self.policy = Policy()

    @torch.no_grad()
    def act(self, state):
        logits = self.policy(torch.as_tensor(state))  # expect: no-grad-eval[safe]
        return Categorical(logits=logits).sample().item()

    @torch.no_grad()
    def steer(self, state):
        mean, deviation = self.policy(torch.as_tensor(state))  # expect: no-grad-eval[safe]
        wheel = Normal(mean, torch.exp(deviation))
        return torch.tanh(wheel.sample()).numpy()
