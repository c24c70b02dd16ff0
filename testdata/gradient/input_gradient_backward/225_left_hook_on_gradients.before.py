import torch
import torch.nn.functional as F


def watch(model):
    model.register_full_backward_hook(lambda module, given, output: print(output[0].norm()))


def fgsm(model, image, label, epsilon):
    image.requires_grad = True
    loss = F.nll_loss(model(image), label)
    model.zero_grad()
    loss.backward()
    return torch.clamp(image + epsilon * image.grad.data.sign(), 0, 1)
