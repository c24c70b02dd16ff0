import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(512, 512)

    def forward(self, x):
        return self.fc(x)


def run_epoch(loader, model, criterion, optimizer, mode="train"):
    total = 0
    for x, y in loader:
        out = model(x)  # expect: no-grad-eval[unsafe]
        loss = criterion(out, y)
        if mode == "train" or mode == "train+log":
            loss.backward()
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        total += loss.item()
    return total


def run_by_flag(loader, model, criterion, optimizer, train=True):
    total = 0
    for x, y in loader:
        if train:
            optimizer.zero_grad()
        out = model(x)  # expect: no-grad-eval[unsafe]
        loss = criterion(out, y)
        total += loss.item()
        if train:
            loss.backward()
            optimizer.step()
    return total


def run_by_optimizer(loader, model, criterion, optimizer=None):
    total = 0
    for x, y in loader:
        loss = criterion(model(x), y)  # expect: no-grad-eval[unsafe]
        if optimizer:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total


def run_by_phase(loaders, model, criterion, optimizer):
    totals = {}
    for phase in ["train", "val"]:
        total = 0
        for x, y in loaders[phase]:
            optimizer.zero_grad()
            loss = criterion(model(x), y)  # expect: no-grad-eval[unsafe]
            if phase in ("train", "finetune"):
                loss.backward()
                optimizer.step()
            total += loss.item()
        totals[phase] = total
    return totals


def main(train_loader, val_loader):
    model = Net()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(100):
        run_epoch(train_loader, model, criterion, optimizer, mode="train+log")
        print(run_epoch(val_loader, model, criterion, None, mode="eval"))
        run_by_flag(train_loader, model, criterion, optimizer)
        print(run_by_flag(val_loader, model, criterion, None, train=False))
        run_by_optimizer(train_loader, model, criterion, optimizer)
        print(run_by_optimizer(val_loader, model, criterion))
    run_by_phase({"train": train_loader, "val": val_loader}, model, criterion, optimizer)
