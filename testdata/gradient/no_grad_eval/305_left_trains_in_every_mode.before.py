import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(512, 512)

    def forward(self, x):
        return self.fc(x)


def every_call_trains(loader, model, criterion, optimizer, train=True):
    for x, y in loader:
        loss = criterion(model(x), y)
        if train:
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


def flag_is_set_again(loader, model, criterion, optimizer, train=True):
    for x, y in loader:
        train = train or len(x) > 8
        loss = criterion(model(x), y)
        if train:
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


def flag_is_set_by_a_callback(loader, model, criterion, optimizer, train=True):
    def go_on():
        nonlocal train
        train = True

    for x, y in loader:
        loss = criterion(model(x), y)
        go_on()
        if train:
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


def differentiated_in_both_modes(loader, model, criterion, optimizer, train=True):
    for x, y in loader:
        loss = criterion(model(x), y)
        if train:
            loss.backward()
            optimizer.step()
        else:
            (loss * 2).backward()
        optimizer.zero_grad()


def gives_the_loss_back(x, y, model, criterion, backward=True):
    loss = criterion(model(x), y)
    if backward:
        loss.backward()
    return loss


def keeps_it(loader, model, criterion, optimizer, owner, train=True):
    for x, y in loader:
        loss = criterion(model(x), y)
        owner.last = loss
        if train:
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


def unknown_flag(loader, model, criterion, optimizer, train=True):
    for x, y in loader:
        loss = criterion(model(x), y)
        if train:
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


def looked_at_within(loader, model, criterion, optimizer, train=True):
    for x, y in loader:
        x.requires_grad_()
        loss = criterion(model(x), y)
        penalty = torch.autograd.grad(loss, x, retain_graph=True)[0].norm().item()
        if train and penalty < 8:
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


def main(loader, settings, owner):
    model = Net()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(100):
        every_call_trains(loader, model, criterion, optimizer)
        every_call_trains(loader, model, criterion, optimizer, True)
        flag_is_set_again(loader, model, criterion, optimizer, train=False)
        flag_is_set_by_a_callback(loader, model, criterion, optimizer, train=False)
        differentiated_in_both_modes(loader, model, criterion, optimizer, train=False)
        for x, y in loader:
            first = gives_the_loss_back(x, y, model, criterion, backward=False)
            first.backward()
            optimizer.step()
            optimizer.zero_grad()
        keeps_it(loader, model, criterion, optimizer, owner, train=False)
        unknown_flag(loader, model, criterion, optimizer, train=settings.train)
        unknown_flag(loader, model, criterion, optimizer, **settings.flags)
        looked_at_within(loader, model, criterion, optimizer, train=False)
