# Reported at https://github.com/Hsintien-Ng/idinvert_pytorch-reproduced/issues/1
# The encoder is reset in each step, the discriminator never is.
import torch
import torch.nn.functional as F


def training_loop(E, D, G, loader, optimizer_E, optimizer_D):
    for image in loader:
        image = image.cuda()
        recon = G(E(image))
        loss_E = F.mse_loss(recon, image) - 0.1 * D(recon).mean()
        optimizer_E.zero_grad()
        loss_E.backward()
        optimizer_E.step()

        fake = G(E(image)).detach()
        loss_D = F.softplus(D(fake)).mean() + F.softplus(-D(image)).mean()
        optimizer_D.zero_grad()
        loss_D.backward()  # expect: missing-zero-grad[unsafe]
        optimizer_D.step()
