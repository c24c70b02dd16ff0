import torch


class Parts:
    def __init__(self):
        self.rows = []

    def track(self, losses):
        for key, value in losses.items():
            self.rows.append((key, value))


def train(model, criterion, loader, optimizer):
    parts = Parts()
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        if isinstance(loss, dict):
            parts.track(loss)  # expect: detach-stored-tensor
            loss = torch.stack(list(loss.values())).sum()
        loss.backward()
        optimizer.step()
    return parts
