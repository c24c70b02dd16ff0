import torch
from torch import nn, optim


def fit(critic, maker, batches):
    criterion = nn.BCEWithLogitsLoss()
    optimizer = optim.Adam(critic.parameters())
    for real, noise in batches:
        fake = maker(noise).detach()
        loss = criterion(critic(real), torch.ones(real.shape[0], 1))
        other = criterion(critic(fake), torch.zeros(real.shape[0], 1))  # expect: no-grad-eval
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), other.item())
