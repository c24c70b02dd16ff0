import torch.nn.functional as F


def train(netE, netD, loader, optimizer_E, optimizer_D):
    for image in loader:
        code = netE(image)
        loss_E = F.mse_loss(code, image)
        optimizer_E.zero_grad()
        loss_E.backward()
        optimizer_E.step()

        loss_D = F.softplus(netD(code.detach())).mean()
        loss_D.backward()  # expect: missing-zero-grad
        optimizer_D.step()
