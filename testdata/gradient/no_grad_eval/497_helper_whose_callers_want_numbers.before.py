# mutations: no-nesting
# options: minor: false
# All callers of the helper are seen, and look at the numbers alone.
import torch
import torch.nn.functional as F
from torchvision import models


def confidence(model, x):
    return F.softmax(model(x), dim=1)  # expect: no-grad-eval[unsafe]


def curve_of(model, x, order, target, steps):
    curve = [confidence(model, x)[0, target]]
    for step in range(steps):
        x = x.clone()
        x[:, :, order[step]] = 0
        curve.append(confidence(model, x)[0, target])
    return curve


def saliency(model, x, target):
    x = x.clone().requires_grad_(True)
    model(x)[0, target].backward()
    return x.grad


def main(loader):
    model = models.resnet50().eval()
    for x, _ in loader:
        target = confidence(model, x).argmax(1).item()
        order = saliency(model, x, target).flatten().argsort()
        print(torch.stack(curve_of(model, x, order, target, 28)).mean().item())


if __name__ == "__main__":
    main(torch.load("batches.pt"))
