# A probe is trained on the features of a network that is in evaluation mode, and that no optimizer
# of the file has.
import torch
from torch import nn
from torch.nn import functional as F


def linear_probe(encoder, loader, epochs, classes):
    head = nn.Linear(2048, classes)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    encoder.eval()
    for _ in range(epochs):
        for x, y in loader:
            with torch.no_grad():
                features = encoder.backbone(x)  # expect: target-network-gradient[unsafe]
            loss = F.cross_entropy(head(features), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return head
