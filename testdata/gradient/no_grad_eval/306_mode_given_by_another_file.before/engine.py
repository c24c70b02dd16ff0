import torch


def run_epoch(loader, model, criterion, optimizer, train=True):
    total = 0
    for x, y in loader:
        out = model(x)  # expect: no-grad-eval[unsafe]
        loss = criterion(out, y)
        if train:
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
        total += loss.item()
    return total


class Trainer:
    def run_batch(self, model, criterion, batch, split="train"):
        loss = criterion(model(batch["x"]), batch["y"])  # expect: no-grad-eval[unsafe]
        if split == "train":
            loss.backward()
            self.optimizer.step()
        return loss.item()


def trains_always(loader, model, criterion, optimizer, train=True):
    for x, y in loader:
        loss = criterion(model(x), y)
        if train:
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
