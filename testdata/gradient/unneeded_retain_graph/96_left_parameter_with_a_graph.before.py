# options: minor: true
import torch


def step(model: torch.nn.Module, x, embedding, optimizer):
    optimizer.zero_grad()
    loss = (model(x) * embedding).mean()
    loss.backward(retain_graph=True)
    optimizer.step()
