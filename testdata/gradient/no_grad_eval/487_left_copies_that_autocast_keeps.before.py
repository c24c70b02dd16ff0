# In one region of autocast a pass without gradients leaves copies of the weights without a graph,
# by which a later pass would train nothing.
import torch
from torch import nn

generator = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 64))
critic = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 1))


def step(real, optimizer_g, optimizer_d, criterion, zeros, ones):
    with torch.autocast("cuda"):
        fake = generator(torch.randn(256, 64))
        loss_d = criterion(critic(fake.detach()), zeros) + criterion(critic(real), ones)
        loss_g = criterion(critic(generator(torch.randn(256, 64))), ones)
    optimizer_d.zero_grad()
    loss_d.backward()
    optimizer_d.step()
    optimizer_g.zero_grad()
    loss_g.backward()
    optimizer_g.step()


def steps(loader, optimizer):
    amp = torch.autocast("cuda")
    with amp:
        for x in loader:
            hits = (critic(x) > 0).sum().item()
            loss = critic(x).mean() * hits
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
