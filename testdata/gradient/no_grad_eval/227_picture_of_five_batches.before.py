# options: minor: false
import argparse

import torch
from torch import nn
from torchvision.utils import save_image

parser = argparse.ArgumentParser()
parser.add_argument("--batch_size", type=int, default=3)
opt = parser.parse_args()
generator = nn.Linear(4096, 4096)
loader = torch.utils.data.DataLoader([], batch_size=opt.batch_size)
samples = torch.utils.data.DataLoader([], batch_size=16)
optimizer = torch.optim.Adam(generator.parameters())


def sample_images(step):
    real = next(iter(samples))
    images = generator(real)  # expect: no-grad-eval[safe]
    save_image(images.data, "%d.png" % step)


for step, real in enumerate(loader):
    optimizer.zero_grad()
    loss = (generator(real) - real).abs().mean()
    loss.backward()
    optimizer.step()
    if step % 400 == 0:
        sample_images(step)
