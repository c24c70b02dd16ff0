import torch


def train(model: torch.nn.Module, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        losses = [model(x).mean(), model(-x).mean()]
        losses[0].backward(retain_graph=True)
        optimizer.step()
        print(losses[1].item())
