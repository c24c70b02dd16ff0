import torch

from arrays import to_array


class Actor:
    def __init__(self, config):
        self.network = config.make_network()
        self.optimizer = config.make_optimizer(self.network.parameters())

    def step(self, task, states):
        for _ in range(100):  # expect: no-grad-eval[unsafe]
            scores = self.network(states)
            states = task.step(to_array(scores).argmax(-1))

    def learn(self, states, wanted):
        scores = self.network(states)
        loss = (scores - wanted).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
