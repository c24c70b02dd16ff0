import numpy as np
import torch


def train(model, loader, optimizer):
    losses = np.array([])
    for x in loader:
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
        losses = np.append(losses, loss.item())
    return losses


def boxes(count, width):
    found = torch.zeros((0, 4))
    for i in range(count):
        box = torch.as_tensor([i * width, 0, width, width])[None]
        found = torch.cat([found, box], dim=0)
    return found


def shortfalls(env, episodes):
    history = np.array([])
    for episode in range(episodes):
        env.reset()
        info = env.step(0)
        history = np.append(history, info.shortfall)
    return history
