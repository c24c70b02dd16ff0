# rule: no-grad-eval
# level: unsafe
# measure: bytes
# leak: peak
# output: same
"""One function trains on small batches and evaluates on large ones, by a flag."""
import torch
from torch import nn


def run_epoch(model, loader, optimizer, train=True):
    total = 0.0
    # sample
    for batch in loader:
        output = model(batch)
        loss = output.pow(2).mean()
        if train:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
        # sample
    return total


def batches(count, rows):
    generator = torch.Generator().manual_seed(3)
    for _ in range(count):
        yield torch.randn(rows, 256, generator=generator)


torch.manual_seed(0)
layers = []
for _ in range(6):
    layers += [nn.Linear(256, 256), nn.Tanh()]
model = nn.Sequential(*layers)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    print(f"{run_epoch(model, batches(4, 8), optimizer):.6f}")
    print(f"{run_epoch(model, batches(4, 512), None, train=False):.6f}")
