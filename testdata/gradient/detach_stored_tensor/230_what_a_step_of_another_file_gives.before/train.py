# What a step returns has been differentiated by it; what another method gives may still be.
import torch
from collections import defaultdict

from agent import Agent
from plots import draw


def train(memory, steps):
    agent = Agent(8, 4)
    logs = defaultdict(list)
    for step in range(steps):
        stats = agent.learn(memory.sample())
        for name, value in stats.items():
            logs[name].append(value)  # expect: detach-stored-tensor[unsafe]
    draw(logs)


def train_later(memory, steps):
    agent = Agent(8, 4)
    scores = defaultdict(list)
    for step in range(steps):
        for name, value in agent.score(memory.sample()).items():
            scores[name].append(value)
    return scores
