from collections import deque

import torch


class DuelingAgent:
    def __init__(self, table):
        self.table = table

    def __call__(self, obs):
        return self.table[obs]


class Runner:
    def __init__(self, env, dueling_agent):
        self.env = env
        self.dueling_agent = dueling_agent
        self.replay_memory = deque(maxlen=1000)

    def run(self, obs):
        while obs is not None:
            values = self.dueling_agent(torch.as_tensor(obs))
            action = values.argmax().item()
            self.replay_memory.append((obs, values, action))
            obs = self.env.step(action)
