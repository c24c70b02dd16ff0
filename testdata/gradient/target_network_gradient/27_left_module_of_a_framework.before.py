import pytorch_lightning as pl
import torch
from torch import optim


class Gan(pl.LightningModule):
    def run_epoch(self, generator, critic, loader, size):
        optimizer_g = optim.Adam(generator.parameters())
        optimizer_d = optim.Adam(critic.parameters())
        for real, _ in loader:
            fake = generator(torch.randn(len(real), size))
            optimizer_d.zero_grad()
            (critic(fake).mean() - critic(real).mean()).backward()
            optimizer_d.step()
            optimizer_g.zero_grad()
            (-critic(generator(torch.randn(len(real), size))).mean()).backward()
            optimizer_g.step()
