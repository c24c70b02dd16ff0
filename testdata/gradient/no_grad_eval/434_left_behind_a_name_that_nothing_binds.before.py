# The first step counts an error that nothing binds: the run ends there, before the picture.
# mutations: no-nesting
import torch
from torch import nn
from torchvision.utils import save_image
from tqdm import tqdm


def train(net, loader, epochs, every):
    optimizer = torch.optim.Adam(net.parameters())
    fixed = torch.randn(64, 100, 1, 1)
    errors = []
    for epoch in range(epochs):
        for step, batch in tqdm(enumerate(loader)):
            if step % every == 0:
                optimizer.zero_grad()
                loss = net(batch).pow(2).mean()
                loss.backward()
                optimizer.step()
                errors.append(loss_value.item())
        if epoch % 5 == 4:
            pictures = net(fixed)
            save_image(pictures.detach()[:64], f"{epoch}.png")


train(nn.Sequential(nn.Conv2d(100, 512, 4), nn.Conv2d(512, 3, 4)), torch.load("batches.pt"), 10, 2)


if __name__ == "__main__":
    print(train.__doc__)
