import torch
from nets import Critic, Generator
from torchvision.utils import make_grid, save_image


def main(folder):
    generator, critic = Generator(), Critic()
    optimizer = torch.optim.Adam(generator.parameters())
    noise = torch.randn(64, 100)
    pictures = []
    for step in range(10000):
        loss = -critic(generator(torch.randn(8, 100))).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 500 == 0:
            samples = generator(noise)
            pictures.append(make_grid(samples, nrow=8))
            save_image(pictures[-1], folder / f"{step}.png")
