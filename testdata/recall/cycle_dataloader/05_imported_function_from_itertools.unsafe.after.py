# Reported at https://github.com/pytorch/pytorch/issues/23900
# mutations: no-nesting
# The issue that the others cite: an endless iterator over the loader keeps each sample.

import torch
from torch.utils.data import DataLoader, TensorDataset

dataset = TensorDataset(torch.randn(100000, 1000))
loader = DataLoader(dataset, batch_size=64, shuffle=True)

model = torch.nn.Linear(1000, 10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

def repeat_loader(loader):
    while True:
        yield from loader


for step, (x,) in enumerate(repeat_loader(loader)):  # expect: cycle-dataloader[unsafe]
    optimizer.zero_grad()
    loss = model(x).pow(2).mean()
    loss.backward()
    optimizer.step()
    if step == 100000:
        break
