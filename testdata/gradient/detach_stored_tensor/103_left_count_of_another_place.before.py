import torch


def measure(output, y):
    return torch.nn.functional.cross_entropy(output, y), y.numel()


def train(model, optimizer, loader):
    counts = []
    for x, y in loader:
        output = model(x)
        loss, counted = measure(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        counts.append(counted if counted > 1 else 1)
    print(sum(counts))
