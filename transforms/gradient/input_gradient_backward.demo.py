# rule: input-gradient-backward
# level: unsafe
# measure: bytes
# leak: peak
# output: same
"""The weights get gradients that an attack on the input never reads."""
import torch
from torch import nn


def attack(model, criterion, images, labels, steps=6):
    images = images.clone().requires_grad_(True)
    # sample
    for _ in range(steps):
        loss = criterion(model(images), labels)
        loss.backward()
        with torch.no_grad():
            images += 0.1 * images.grad.sign()
        images.grad.zero_()
        # sample
    return images.detach()


torch.manual_seed(0)
layers = [layer for _ in range(6) for layer in (nn.Linear(256, 256), nn.Tanh())]
net = nn.Sequential(*layers, nn.Linear(256, 10))
noisy = attack(net, nn.CrossEntropyLoss(), torch.randn(8, 256), torch.arange(8))
print(f"{noisy.sum().item():.9f}")
