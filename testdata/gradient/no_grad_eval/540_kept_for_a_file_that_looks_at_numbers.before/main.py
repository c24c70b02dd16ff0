import torch
from agent import Agent

agent = Agent(4)
for step in range(1000):
    x = torch.randn(1, 8)
    agent.act(x)
    agent.learn(x, torch.randn(1, 1))
    if step % 100 == 0:
        print(sum(q.item() for q in agent.trace[-100:]))
