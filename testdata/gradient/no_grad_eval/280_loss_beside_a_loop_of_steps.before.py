# options: minor: true
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def train(generator: Net, encoder: Net, loader, test_images, optimizer, epochs):
    mse = nn.MSELoss()
    curve = []
    for epoch in range(epochs):
        for real in loader:
            optimizer.zero_grad()
            ge_loss = mse(generator(encoder(real)), real)
            ge_loss.backward()
            optimizer.step()
        generator.eval()
        encoder.eval()
        codes = encoder(test_images)  # expect: no-grad-eval[unsafe]
        images = generator(codes)
        cycle_loss = mse(images, test_images)
        curve.append(cycle_loss.item())
    return curve
