import torch
import torch.nn.functional as F
from torchvision import models


def confidence(model, x):
    return F.softmax(model(x), dim=1)


def saliency(model, x, target):
    x = x.clone().requires_grad_(True)
    confidence(model, x)[0, target].backward()
    return x.grad


def main(loader):
    model = models.resnet50().eval()
    with torch.no_grad():
        batches = [(x, confidence(model, x).argmax(1).item()) for x, _ in loader]
    for x, target in batches:
        print(saliency(model, x, target).sum().item())


if __name__ == "__main__":
    main(torch.load("batches.pt"))
