import torch

from plots import plot_losses


def train(epochs, step):
    losses = []
    for epoch in range(epochs):
        losses.append(step())
        plot_losses(losses, f"{epoch}.png")
