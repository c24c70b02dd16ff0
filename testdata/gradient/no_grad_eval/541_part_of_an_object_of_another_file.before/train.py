# What `model.image` is, the class of another file tells that the calls here give.
import torch
import torch.nn.functional as F
from towers import DualEncoder


def uniformity(model, loader, batches=20):
    model.eval()
    found = []
    for (images, _), _ in zip(loader, range(batches)):  # expect: no-grad-eval[unsafe]
        features = model.image(images)
        found.append(torch.pdist(features).pow(2).mul(-2).exp().mean().log().item())
    return sum(found) / len(found)


def main(loader, test):
    model = DualEncoder(30000)
    optimizer = torch.optim.AdamW(model.parameters(), 1e-4)
    for epoch in range(10):
        model.train()
        for images, ids in loader:
            one, other = model(images, ids)
            loss = F.mse_loss(one, other)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, uniformity(model, test))
