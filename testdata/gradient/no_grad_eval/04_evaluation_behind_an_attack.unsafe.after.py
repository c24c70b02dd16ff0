import torch
import torch.nn.functional as F


def robust_accuracy(model, loader, epsilon):
    model.eval()
    correct = 0
    for x, y in loader:
        x.requires_grad = True
        loss = F.nll_loss(model(x), y)
        model.zero_grad()
        loss.backward()
        adversarial = x + epsilon * x.grad.sign()
        with torch.no_grad():
            correct += (model(adversarial).argmax(1) == y).sum().item()  # expect: no-grad-eval[unsafe]
    return correct
