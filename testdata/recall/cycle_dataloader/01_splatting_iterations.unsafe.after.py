# Reported at https://github.com/cgtuebingen/SSS-GS/pull/7
# mutations: no-nesting
# The loader of high-resolution images is cycled and read with next: main memory grew
# until the process was killed.

import torch
from torch.utils.data import DataLoader


def repeat_loader(loader):
    while True:
        yield from loader


def training(dataset, gaussians, iterations):
    dataloader = DataLoader(dataset, batch_size=1, shuffle=True, num_workers=4)
    batches = repeat_loader(dataloader)  # expect: cycle-dataloader[unsafe]
    for iteration in range(1, iterations + 1):
        batch = next(batches)
        image = gaussians.render(batch["camera"])
        loss = (image - batch["image"].cuda()).abs().mean()
        loss.backward()
        gaussians.optimizer.step()
        gaussians.optimizer.zero_grad(set_to_none=True)
