import torch
from torchvision.models import resnet50

from attribution import GradCAM


def report(loader, show):
    model = resnet50().eval()
    for x, _ in loader:
        with torch.no_grad():
            for k in range(4):
                cam = GradCAM(model, model.layer4[-1])
                show(cam(x[k:k + 1])[0])
