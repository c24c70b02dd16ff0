# Reported at https://github.com/bytedance/UNO/issues/64
# mutations: no-nesting
# The name of the loader itself is bound to the cycle.

import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader


def repeat_loader(loader):
    while True:
        yield from loader


def main(args, dit, dataset, optimizer, train_step):
    accelerator = Accelerator()
    dataloader = DataLoader(dataset, batch_size=args.batch_size, shuffle=True)
    dit, optimizer, dataloader = accelerator.prepare(dit, optimizer, dataloader)
    dataloader = repeat_loader(dataloader)  # expect: cycle-dataloader[unsafe]
    for step in range(args.max_train_steps):
        batch = next(dataloader)
        loss = train_step(dit, batch)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
