import torch


def train_and_validate(model, loader, optimizer):
    for x in loader:
        model.train()
        model(x).mean().backward()
        optimizer.step()
    model.eval()
    for x in loader:
        print(model(x).mean().item())


def evaluate_with_adaptation(model, loader, optimizer):
    model.eval()
    for x in loader:
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
