# rule: no-grad-eval
"""The features of an encoder in evaluation mode train a head, and the encoder behind them too."""
import torch
from torch import nn


@torch.no_grad()
def features_of(encoder, batch):
    encoder.eval()
    parts = []
    for chunk in batch.split(4):
        parts.append(encoder(chunk))
    return torch.cat(parts)


torch.manual_seed(0)
encoder, head = nn.Linear(6, 6), nn.Linear(6, 1)
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
start = encoder.weight.clone()
for _ in range(3):
    optimizer.zero_grad()
    loss = head(features_of(encoder, torch.randn(8, 6))).pow(2).mean()
    loss.backward()
    optimizer.step()
print("the encoder moved by", (encoder.weight - start).norm().item())
