import torch
from torch import nn
from torch.distributions import Categorical


class Memory:
    def __init__(self):
        self.states = []
        self.logprobs = []


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.action_layer = nn.Linear(8, 4)

    def act(self, state, memory):
        state = torch.from_numpy(state).float()
        dist = Categorical(self.action_layer(state))
        action = dist.sample()
        memory.states.append(state)
        memory.logprobs.append(dist.log_prob(action).detach())  # expect: replay-buffer-graph[unsafe]
        return action.item()

    def evaluate(self, states):
        return Categorical(self.action_layer(states))


def update(policy, memory, optimizer):
    old_states = torch.stack(memory.states).detach()
    old_logprobs = torch.stack(memory.logprobs).detach()
    for _ in range(4):
        dist = policy.evaluate(old_states)
        ratio = torch.exp(dist.log_prob(dist.sample()) - old_logprobs)
        optimizer.zero_grad()
        ratio.mean().backward()
        optimizer.step()
