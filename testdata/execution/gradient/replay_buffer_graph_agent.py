# rule: replay-buffer-graph
# level: unsafe
# measure: graphs
# leak: growth
# output: same
"""An agent that is given its memory; the values in it are old ones when they are learned from."""
import random

import torch
from torch import nn


class Transitions:
    def __init__(self):
        self.entries = []

    def push(self, *entry):
        self.entries.append(entry)


class Agent:
    def __init__(self, memory):
        self.net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
        self.memory = memory

    def act(self, state):
        q = self.net(state)
        action = q.argmax().item()
        self.memory.push(state, action, q)
        return action


def learn(agent, batch, optimizer):
    states, actions, values = zip(*batch)
    with torch.no_grad():
        target = torch.stack(values).max(dim=1)[0] * 0.9
    chosen = agent.net(torch.stack(states))[range(4), list(actions)]
    loss = (chosen - target).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


random.seed(0)
torch.manual_seed(0)
memory = Transitions()
agent = Agent(memory)
optimizer = torch.optim.SGD(agent.net.parameters(), lr=0.1)
for step in range(24):
    agent.act(torch.randn(4))
    if step >= 4:
        print(step, f"{learn(agent, random.sample(memory.entries, 4), optimizer):.9f}")
    # sample
