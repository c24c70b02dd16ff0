# The training runs a small network on small images; what scores its samples is another one.
import torch
from torch import nn, optim
from torch.nn import functional as F
from torchvision.models import inception_v3


@torch.no_grad()
def statistics(net, batches, device):
    features = []
    for x in batches:  # expect: no-grad-eval[safe]
        x = F.interpolate(x.to(device), size=(299, 299), mode="bilinear")
        features.append(net(x).detach().cpu())
    features = torch.cat(features).double()
    return features.mean(0), torch.cov(features.T)


class Trainer:
    def __init__(self, unet, loader, device):
        self.unet, self.loader, self.device = unet, loader, device
        self.inception = inception_v3(weights="DEFAULT")
        self.inception.fc = nn.Identity()
        self.inception = self.inception.to(device).eval()
        self.optimizer = optim.AdamW(self.unet.parameters())

    def epoch(self):
        for x, noise in self.loader:
            loss = F.mse_loss(self.unet(x.to(self.device)), noise.to(self.device))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def run(self, epochs, real):
        for _ in range(epochs):
            self.epoch()
            print(statistics(self.inception, real, self.device)[0].norm())
