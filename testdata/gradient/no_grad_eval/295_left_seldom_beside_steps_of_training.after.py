# Every so many steps, or once after all steps of an epoch, what the generator has got to is saved:
# each step of the training runs it, too, and takes as much. But not where a name holds the graph
# beside that of the next steps, or where another network is run.
import torch
import torch.nn as nn
from torchvision.utils import save_image

generator = nn.Sequential(nn.Linear(100, 4096), nn.ReLU(), nn.Linear(4096, 4096))
critic = nn.Sequential(nn.Linear(4096, 4096), nn.ReLU(), nn.Linear(4096, 1))
upscaler = nn.Sequential(nn.Linear(4096, 16384), nn.ReLU(), nn.Linear(16384, 16384))


def train(loader, optimizer, noise, epochs):
    for epoch in range(epochs):
        for step, real in enumerate(loader):
            optimizer.zero_grad()
            fake = generator(torch.randn(len(real), 100))
            loss = -critic(fake).mean()
            loss.backward()
            optimizer.step()
            if step % 100 == 0:
                fake = generator(noise)
                save_image(fake.detach(), f"step_{epoch}_{step}.png")
        save_image(generator(noise).detach(), f"epoch_{epoch}.png")


def train_and_keep(loader, optimizer, noise):
    for step, real in enumerate(loader):
        optimizer.zero_grad()
        loss = -critic(generator(torch.randn(len(real), 100))).mean()
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            with torch.no_grad():
                picture = generator(noise)  # expect: no-grad-eval[safe]
            save_image(picture.detach(), f"kept_{step}.png")


def train_and_enlarge(loader, optimizer, noise, pictures):
    for step, real in enumerate(loader):
        optimizer.zero_grad()
        loss = -critic(generator(torch.randn(len(real), 100))).mean()
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            with torch.no_grad():
                picture = upscaler(pictures)  # expect: no-grad-eval[safe]
            save_image(picture.detach(), f"large_{step}.png")


if __name__ == "__main__":
    train([], torch.optim.Adam(generator.parameters()), torch.randn(64, 100), 25)
    train_and_keep([], torch.optim.Adam(generator.parameters()), torch.randn(64, 100))
    train_and_enlarge([], torch.optim.Adam(generator.parameters()), None, torch.randn(64, 4096))
