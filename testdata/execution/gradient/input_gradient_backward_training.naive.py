# rule: input-gradient-backward
"""The pass that gives the attack its gradient trains the weights, too."""
import torch
from torch import nn


def train(model, criterion, images, labels, steps=4):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    noise = torch.zeros_like(images).requires_grad_(True)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = criterion(model(images + noise), labels)
        loss.backward(inputs=[noise])
        noise.data += 0.1 * noise.grad.sign()
        noise.grad = None
        optimizer.step()
    return loss.item()


torch.manual_seed(0)
print(f"{train(nn.Linear(4, 3), nn.CrossEntropyLoss(), torch.randn(3, 4), torch.arange(3)):.9f}")
