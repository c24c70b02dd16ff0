# Each network has a method for its step, and the actor is run by a method that gives two values.
import torch
import torch.nn.functional as F
from torch import nn


class Actor(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 2))

    def sample(self, state):
        mean, spread = self.layers(state).chunk(2, dim=-1)
        draw = torch.distributions.Normal(mean, spread.exp())
        action = draw.rsample()
        return action, draw.log_prob(action)


class Agent:
    def __init__(self, size, critic):
        self.actor = Actor(size)
        self.critic = critic
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())

    def learn_values(self, batch):
        with torch.no_grad():
            action, density = self.actor.sample(batch.later)  # expect: target-network-gradient[unsafe]
        wanted = batch.reward + self.critic(batch.later, action).detach() - density
        loss = F.mse_loss(self.critic(batch.state, batch.action), wanted)
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()
        return loss.item()

    def learn_policy(self, batch):
        action, density = self.actor.sample(batch.state)
        loss = (density - self.critic(batch.state, action)).mean()
        self.actor_optimizer.zero_grad()
        loss.backward()
        self.actor_optimizer.step()
