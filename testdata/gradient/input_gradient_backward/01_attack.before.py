import torch
import torch.nn.functional as F


def fgsm(model, image, label, epsilon):
    image.requires_grad = True
    output = model(image)
    loss = F.nll_loss(output, label)
    model.zero_grad()
    loss.backward()  # expect: input-gradient-backward[unsafe]
    return torch.clamp(image + epsilon * image.grad.data.sign(), 0, 1)
