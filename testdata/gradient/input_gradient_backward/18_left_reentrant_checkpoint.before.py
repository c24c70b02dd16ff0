# A reentrant checkpoint refuses backward() with inputs.
import torch
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


def fgsm(model, image, label, epsilon):
    image.requires_grad = True
    output = checkpoint(model, image)
    loss = F.nll_loss(output + model(image), label)
    model.zero_grad()
    loss.backward()
    return torch.clamp(image + epsilon * image.grad.data.sign(), 0, 1)
