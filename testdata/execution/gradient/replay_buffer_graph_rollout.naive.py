# rule: replay-buffer-graph
"""The rollout of an actor-critic is differentiated; detached, the critic would learn on and the actor stop."""
import torch
from torch import nn
from torch.distributions import Categorical


def episode(actor, critic, optimizer, steps=6):
    rollout = []
    state = torch.randn(4)
    for _ in range(steps):
        dist = Categorical(logits=actor(state))
        action = dist.sample()
        reward = float(action.item() == (state.sum() > 0).item())
        rollout.append((critic(state), dist.log_prob(action).detach(), reward))
        state = torch.randn(4)
    loss = 0
    for value, log_prob, reward in rollout:
        advantage = reward - value
        loss = loss + advantage.pow(2).sum() - (log_prob * advantage.detach()).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


torch.manual_seed(0)
actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*actor.parameters(), *critic.parameters()], lr=0.1)
before = actor.weight.detach().clone()
for _ in range(4):
    print(f"{episode(actor, critic, optimizer):.6f}")
print("the actor learns:", not torch.equal(before, actor.weight))
