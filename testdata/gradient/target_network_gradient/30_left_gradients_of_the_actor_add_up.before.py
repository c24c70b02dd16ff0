# Nothing drops what the critic's step leaves in the actor, or not in each round that steps; and a step
# of an optimizer that came from elsewhere may take it.
import torch
import torch.nn.functional as F


class Agent:
    def __init__(self, actor, critic):
        self.actor = actor
        self.critic = critic
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())

    def learn_values(self, batch):
        action = self.actor(batch.later)
        loss = F.mse_loss(self.critic(batch.state), batch.reward + self.critic(action))
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()

    def learn_policy(self, batch, fresh):
        loss = -self.critic(self.actor(batch.state)).mean()
        if fresh:
            self.actor_optimizer.zero_grad()
        loss.backward()
        self.actor_optimizer.step()


class AgentWithThird:
    def __init__(self, actor, critic, third):
        self.actor = actor
        self.critic = critic
        self.third = third
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())

    def learn_values(self, batch):
        action = self.actor(batch.later)
        loss = F.mse_loss(self.critic(batch.state), batch.reward + self.critic(action))
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()

    def learn_policy(self, batch):
        self.actor_optimizer.zero_grad()
        (-self.critic(self.actor(batch.state)).mean()).backward()
        self.actor_optimizer.step()

    def learn_other(self, batch):
        self.actor(batch.state).sum().backward()
        self.third.step()
