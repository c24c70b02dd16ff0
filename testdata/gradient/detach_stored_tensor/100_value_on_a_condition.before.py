# Of a conditional value only what is a tensor is detached: a number has no detach().
import torch


def train(model, loader, optimizer):
    history = {"loss": [], "last": None}
    shown = []
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = (model(x) - y).pow(2).mean()
        loss.backward()
        optimizer.step()
        history["loss"].append(loss if step else 0)  # expect: detach-stored-tensor[safe]
        shown.append((step, (None if step % 10 else loss)))  # expect: detach-stored-tensor[safe]
    print([float(value) for value in history["loss"]], len(shown))
