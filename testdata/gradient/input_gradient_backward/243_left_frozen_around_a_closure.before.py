import torch
import torch.nn.functional as F
from torch import nn


class Features(nn.Module):
    def __init__(self, network, frozen=True):
        super().__init__()
        self.network = network
        if frozen:
            for weight in self.network.parameters():
                weight.requires_grad_(False)

    def forward(self, image):
        return self.network(image)


def transfer(network, content, steps):
    features = Features(network)
    wanted = features(content).detach()
    image = content.clone().requires_grad_()
    optimizer = torch.optim.LBFGS([image])

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(features(image), wanted)
        loss.backward()
        return loss

    for _ in range(steps):
        optimizer.step(closure)
    return image.detach()
