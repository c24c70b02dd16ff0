# Each group of backward passes is reset where it begins: that of the discriminator also reached
# the generator.
import torch


def train(G, D, loader, bce, ones, zeros):
    opt_g = torch.optim.Adam(G.parameters())
    opt_d = torch.optim.Adam(D.parameters())
    for real, z in loader:
        fake = G(z)
        loss_real = bce(D(real), ones)
        opt_d.zero_grad()
        loss_real.backward()  # expect: missing-zero-grad[unsafe]
        loss_fake = bce(D(fake.detach()), zeros)
        loss_fake.backward()
        opt_d.step()

        loss_g = bce(D(fake), ones)
        opt_g.zero_grad()
        loss_g.backward()  # expect: missing-zero-grad[unsafe]
        opt_g.step()
