import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))


def collect(env, memory):
    obs = env.reset()
    for _ in range(128):
        log_prob = net(obs).log_softmax(-1)
        act = log_prob.argmax().item()
        memory.remember(log_prob)
        obs = env.step(act)
