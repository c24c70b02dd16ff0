# Reported at https://github.com/google/brax/pull/152
# The losses of all minibatches of a PPO epoch are added up with their graphs.
import torch
from torch import optim

from agents import Agent


def train(envs, num_epochs, num_minibatches, lr):
    agent = Agent(envs.observation_size, envs.action_size)
    optimizer = optim.Adam(agent.parameters(), lr=lr)
    for epoch in range(num_epochs):
        num_steps = 0
        total_loss = 0
        for batch in envs.rollouts():
            for minibatch in range(num_minibatches):
                data = {k: v[minibatch] for k, v in batch.items()}
                loss = agent.loss(data)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total_loss += loss  # expect: detach-accumulated-loss[unsafe]
                num_steps += 1
        print("epoch", epoch, "loss", total_loss / num_steps)
