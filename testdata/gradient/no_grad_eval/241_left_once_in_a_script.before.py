# mutations: no-nesting
import torch
from torch import nn


def check(model: nn.Module):
    model.eval()
    logits = model(torch.rand(1, 3, 224, 224))
    print("classes:", logits.shape[1])


def main(model: nn.Module, batches, optimizer):
    check(model)
    for images, labels in batches:
        loss = nn.functional.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main(torch.load("model.pt"), torch.load("batches.pt"), torch.load("optimizer.pt"))
