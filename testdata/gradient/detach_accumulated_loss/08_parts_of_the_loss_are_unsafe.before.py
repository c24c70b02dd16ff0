import torch


def train(model, loader, optimizer):
    total = rec = kld = 0.0
    for x in loader:
        loss, recon_loss, kl_loss = model.loss(x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss  # expect: detach-accumulated-loss[safe]
        rec += recon_loss  # expect: detach-accumulated-loss[unsafe]
        kld += kl_loss  # expect: detach-accumulated-loss[unsafe]
    print(total, rec, kld)
