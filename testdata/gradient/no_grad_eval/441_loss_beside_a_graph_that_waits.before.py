# Another graph waits for its backward pass, which is made before the loop.
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(512, 4096), nn.ReLU(), nn.Linear(4096, 1))
optimizer = torch.optim.Adam(critic.parameters())


def loss_of_values(batch):
    return (critic(batch["seen"]) - batch["gain"]).pow(2).mean()


def update(buffer, steps):
    batch = buffer.get()
    first = loss_of_values(buffer.first())
    before = loss_of_values(batch).item()  # expect: no-grad-eval
    first.backward()
    optimizer.step()
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_of_values(batch)
        loss.backward()
        optimizer.step()
    return before, loss.item()


def learn(buffer, rounds):
    for _ in range(rounds):
        print(update(buffer, 80))
