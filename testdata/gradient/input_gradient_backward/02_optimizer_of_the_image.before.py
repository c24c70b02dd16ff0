# The picture alone is optimised; two arguments are kept as they are.
import torch
from torchvision import models


def transfer(content, steps):
    vgg = models.vgg19(pretrained=True).features.eval()
    wanted = vgg(content).detach()
    target = content.clone().requires_grad_(True)
    optimizer = torch.optim.Adam([target], lr=0.01)
    for _ in range(steps):
        loss = ((vgg(target) - wanted) ** 2).mean()
        optimizer.zero_grad()
        loss.backward(None, False)  # expect: input-gradient-backward[unsafe]
        optimizer.step()
    return target.detach()
