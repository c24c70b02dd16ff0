import torch
import torch.nn.functional as F


def train_and_perturb(model, params, image, label):
    optimizer = torch.optim.SGD(params, lr=0.1)
    image.requires_grad = True
    loss = F.nll_loss(model(image), label)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return image + 0.1 * image.grad.data.sign()
