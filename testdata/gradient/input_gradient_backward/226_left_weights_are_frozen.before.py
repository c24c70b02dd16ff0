import torch
import torch.nn.functional as F


def freeze(model):
    model.requires_grad_(False)


def fgsm(model, image, label, epsilon):
    image.requires_grad = True
    loss = F.nll_loss(model(image), label)
    model.zero_grad()
    loss.backward()
    return torch.clamp(image + epsilon * image.grad.data.sign(), 0, 1)
