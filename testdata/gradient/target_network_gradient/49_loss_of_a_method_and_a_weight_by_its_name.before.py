import copy

import torch
import torch.nn.functional as F
from nets import Actor, Critic


class Agent:
    def __init__(self):
        self.actor, self.critic = Actor(), Critic()
        self.critic_target = copy.deepcopy(self.critic)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha])

    def wanted(self, rewards, later):
        with torch.no_grad():
            actions, density = self.actor(later)
        value = self.critic_target(later, actions)  # expect: target-network-gradient[unsafe]
        return rewards + 0.99 * (value - self.log_alpha.exp().detach() * density)

    def critic_loss(self, states, actions, rewards, later):
        wanted = self.wanted(rewards, later)
        return F.mse_loss(self.critic(states, actions), wanted)

    def update(self, batch):
        loss = self.critic_loss(*batch)
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()
        return loss.item()
