# mutations: no-nesting
"""The classic: an endless iterator, and steps instead of epochs."""

from torch.utils.data import DataLoader

STEPS = 10_000


def repeat_loader(loader):
    while True:
        yield from loader


def train(model, dataset, optimizer):
    loader = DataLoader(dataset, batch_size=16, shuffle=True)
    batches = repeat_loader(loader)  # expect: cycle-dataloader[unsafe]
    for step in range(STEPS):
        x, y = next(batches)
        optimizer.zero_grad()
        loss = model(x, y)
        loss.backward()
        optimizer.step()
