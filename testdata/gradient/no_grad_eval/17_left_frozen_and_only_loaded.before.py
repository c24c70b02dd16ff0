import torch
from torchvision import models


def load(path):
    model = models.resnet18()
    model.load_state_dict(torch.load(path))
    model.eval()
    return model


def style_transfer(image, target, steps):
    vgg = models.vgg19().features.eval()
    for p in vgg.parameters():
        p.requires_grad_(False)
    optimizer = torch.optim.Adam([image.requires_grad_()])
    for _ in range(steps):
        optimizer.zero_grad()
        loss = (vgg(image) - target).pow(2).mean()
        loss.backward()
        optimizer.step()
