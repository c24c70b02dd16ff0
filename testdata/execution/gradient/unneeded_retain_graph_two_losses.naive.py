# rule: unneeded-retain-graph
"""Two losses share the features: the second backward pass needs their graph."""
import torch
from torch import nn


def train(body, head, decoder, batches):
    parameters = [*body.parameters(), *head.parameters(), *decoder.parameters()]
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        features = torch.tanh(body(x))
        head_loss = head(features).pow(2).mean()
        decoder_loss = (decoder(features) - x).pow(2).mean()
        head_loss.backward()
        decoder_loss.backward()
        optimizer.step()
    return head_loss.item(), decoder_loss.item()


torch.manual_seed(0)
print(train(nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 4), torch.randn(5, 3, 4)))
