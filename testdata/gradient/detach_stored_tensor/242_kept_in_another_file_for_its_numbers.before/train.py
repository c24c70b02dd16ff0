import torch
from losses import Record
from novelty import Memory
from torch import nn


def explore(env, steps):
    encoder = nn.Sequential(nn.Linear(512, 2048), nn.ReLU(), nn.Linear(2048, 2048))
    policy = nn.Linear(2048, 4)
    optimizer = torch.optim.Adam([*encoder.parameters(), *policy.parameters()])
    memory = Memory(10)
    entropies = Record()
    state = env.reset()
    for _ in range(steps):
        known = encoder(state)
        state, reward = env.step(policy(known).argmax().item())
        reward += memory.bonus(encoder(state))  # expect: detach-stored-tensor[unsafe]
        entropy = policy(encoder(state)).softmax(0).log().mean()
        entropies.add(entropy)
        loss = (policy(encoder(state)).sum() - reward).pow(2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(entropies.mean())
    return sum(entropies.kept)


def main(env):
    explore(env, 1000).backward()
