import torch


def clip(model, loader, optimizer, limit):
    for p in model.parameters():
        p.register_hook(lambda grad: torch.clamp(grad, -limit, limit))
    for x, y in loader:
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def saliency(model, x):
    gradients = []
    hidden = model.stem(x)
    hidden.register_hook(gradients.append)
    hidden.register_hook(lambda grad: gradients.append(grad))
    model.head(hidden).sum().backward()
    return gradients[0]
