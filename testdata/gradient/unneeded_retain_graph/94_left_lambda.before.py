# options: minor: true
import torch


def train(model: torch.nn.Module, images, optimizer, epochs):
    step = lambda: model(images).mean().backward(retain_graph=True)
    for _ in range(epochs):
        optimizer.zero_grad()
        step()
        optimizer.step()
