import torch
from torch import nn
from torchvision.models import vgg19


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*list(vgg19(pretrained=True).features.children())[:18])

    def forward(self, image):
        return self.layers(image)


generator = nn.Conv2d(3, 3, 3, padding=1)
features = Features()
features.eval()
optimizer = torch.optim.Adam(generator.parameters(), lr=1e-4)
criterion = nn.L1Loss()
register(features)


def train(loader):
    for low, high in loader:
        optimizer.zero_grad()
        made = generator(low)
        with torch.no_grad():
            wanted = features(high)
        loss = criterion(features(made), wanted)
        loss.backward()
        optimizer.step()
