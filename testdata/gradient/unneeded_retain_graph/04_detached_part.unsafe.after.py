# The two losses of a GAN have separate graphs when the fake images are detached.
import torch


class Gan:
    def train(self, loader):
        for real in loader:
            z = torch.randn(len(real), 16)
            fake = self.generator(z)
            self.opt_d.zero_grad()
            loss_d = self.discriminator(fake.detach()).mean() - self.discriminator(real).mean()
            loss_d.backward()  # expect: unneeded-retain-graph[unsafe]
            self.opt_d.step()
            self.opt_g.zero_grad()
            loss_g = -self.discriminator(fake).mean()
            loss_g.backward()
            self.opt_g.step()
