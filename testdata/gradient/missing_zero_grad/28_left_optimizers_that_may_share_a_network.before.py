import torch.nn.functional as F


def train(model, loader, optimizer, optimizer_head):
    for image in loader:
        code = model(image)
        loss = F.mse_loss(code, image)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

        loss = F.softplus(model(image)).mean()
        loss.backward()
        optimizer_head.step()


def fine_tune(net, loader, optim_fast, optim_slow):
    for image in loader:
        optim_fast.zero_grad()
        F.mse_loss(net(image), image).backward()
        optim_fast.step()
        F.softplus(net(image)).mean().backward()
        optim_slow.step()
