# mutations: no-nesting
import torch
from torch import nn

model = nn.Sequential(nn.Conv2d(4, 64, 3), nn.Flatten(), nn.Linear(4096, 6))
optimizer = torch.optim.Adam(model.parameters())


def inference(x):
    z = model(x.float())  # expect: no-grad-eval[unsafe]
    return z


def overlap(chunks):
    return sum((z.argmax(1) == 1).float().mean().item() for z in chunks)


def test(loader):
    found = []
    for x in loader:
        z = inference(x)
        found.append(overlap(torch.chunk(z, 4, 0)))
    return found


def train(loader, batches):
    for epoch in range(9):
        for x in batches:
            loss = model(x).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(test(loader))
