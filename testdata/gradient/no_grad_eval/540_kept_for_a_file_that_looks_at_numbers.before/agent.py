import random

import torch
from nets import Net


class Agent:
    def __init__(self, actions):
        self.net, self.actions, self.trace = Net(), actions, []
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def act(self, x):
        q = self.net(x)  # expect: no-grad-eval[unsafe]
        self.trace.append(q.max())
        return int(q.argmax()) if random.random() > 0.1 else random.randrange(self.actions)

    def learn(self, x, y):
        loss = (self.net(x) - y).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
