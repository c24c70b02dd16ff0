# This checkpoint takes part in the one backward pass.
import torch
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


def fgsm(model, image, label, epsilon):
    image.requires_grad = True
    output = checkpoint(model, image, use_reentrant=False)
    loss = F.nll_loss(output + model(image), label)
    model.zero_grad()
    loss.backward()  # expect: input-gradient-backward[unsafe]
    return torch.clamp(image + epsilon * image.grad.data.sign(), 0, 1)
