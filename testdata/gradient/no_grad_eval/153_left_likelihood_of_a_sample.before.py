import torch
from torch import nn
from torch.distributions import Categorical, Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def reinforce(policy: Policy, states, rewards, optimizer):
    for state, reward in zip(states, rewards):
        choice = Categorical(logits=policy(state))
        action = choice.sample()
        loss = -choice.log_prob(action) * reward
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def soft_update(policy: Policy, critic, states, optimizer):
    for state in states:
        mean, deviation = policy(state)
        action = Normal(mean, torch.exp(deviation)).rsample()
        optimizer.zero_grad()
        (-critic(state, action)).mean().backward()
        optimizer.step()
