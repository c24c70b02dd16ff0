import torch


def adapt(model: torch.nn.Module, x):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = model(x).mean()
    loss.backward()
    optimizer.step()


def run(model: torch.nn.Module, loader):
    for x in loader:
        adapt(model, x)
