import torch
from torch import nn
from torchvision.utils import save_image

generator = nn.Linear(8, 64)
loader = torch.utils.data.DataLoader([], batch_size=64)
optimizer = torch.optim.Adam(generator.parameters())


def sample_image(rows, step):
    z = torch.randn(rows**2, 8)
    images = generator(z)
    save_image(images.data, "%d.png" % step, nrow=rows)


for step, real in enumerate(loader):
    optimizer.zero_grad()
    loss = (generator(torch.randn(64, 8)) - real).abs().mean()
    loss.backward()
    optimizer.step()
    if step % 400 == 0:
        sample_image(10, step)
