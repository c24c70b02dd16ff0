import torch
import torch.nn.functional as F


def train_gan(generator, discriminator, opt_g, opt_d, loader, real, fake):
    sum_g = 0.0
    sum_d = 0.0
    for images in loader:
        opt_d.zero_grad()
        loss_d = F.binary_cross_entropy(discriminator(images), real)
        loss_d.backward()
        opt_d.step()
        opt_g.zero_grad()
        loss_g = F.binary_cross_entropy(discriminator(generator(fake)), real)
        loss_g.backward()
        opt_g.step()
        sum_d += loss_d  # expect: detach-accumulated-loss[safe]
        sum_g += loss_g  # expect: detach-accumulated-loss[safe]
    print(sum_d, sum_g)
