# The copy of the critic gets what the copy of the actor gives: one block for both.
import torch
import torch.nn.functional as F


class Agent:
    def __init__(self, make):
        self.actor_local = make().actor
        self.actor_target = make().actor
        self.critic_local = make().critic
        self.critic_target = make().critic
        self.actor_optimizer = torch.optim.Adam(self.actor_local.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic_local.parameters())

    def learn(self, experiences, gamma):
        states, actions, rewards, next_states, dones = experiences
        with torch.no_grad():
            actions_next = self.actor_target(next_states)  # expect: target-network-gradient[unsafe]
            later = self.critic_target(next_states, actions_next)
        wanted = rewards + gamma * later * (1 - dones)
        critic_loss = F.mse_loss(self.critic_local(states, actions), wanted)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        actor_loss = -self.critic_local(states, self.actor_local(states)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
