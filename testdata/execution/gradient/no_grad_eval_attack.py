# rule: no-grad-eval
"""Accuracy under attack: the model is in evaluation mode, and gradients make the attack."""
import torch
from torch import nn


def robust_accuracy(model, criterion, batches, epsilon=0.1):
    model.eval()
    correct = 0
    for inputs, labels in batches:
        inputs = inputs.clone().requires_grad_(True)
        loss = criterion(model(inputs), labels)
        model.zero_grad()
        loss.backward()
        attacked = inputs + epsilon * inputs.grad.sign()
        correct += (model(attacked).argmax(1) == labels).sum().item()
    return correct


torch.manual_seed(0)
model = nn.Linear(5, 3)
batches = [(torch.randn(8, 5), torch.randint(0, 3, (8,))) for _ in range(3)]
print("correct:", robust_accuracy(model, nn.CrossEntropyLoss(), batches))
