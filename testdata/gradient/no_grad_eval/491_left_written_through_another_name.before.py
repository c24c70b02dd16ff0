# What is written through a name that may be one of several, through an item of a list, or by what a
# function gives back, is in what is differentiated.
import torch
from torch import nn
from torch.nn import functional as F

first = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 64))
second = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 64))
head = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 8))


def row(matrix, i):
    return matrix[i]


def chosen(loader, optimizer):
    for x, y in loader:
        text, image = torch.zeros(256, 64), torch.zeros(256, 64)
        for k, network in enumerate((first, second)):
            out = image if k else text
            out[:] = network(x)
        loss = F.cross_entropy(head(text + image), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def given_back(loader, optimizer):
    for x, y in loader:
        values = torch.zeros(16, 64)
        for i in range(16):
            value = first(x[i])
            place = row(values, i)
            place.copy_(value)
        loss = F.mse_loss(values, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def in_a_list(loader, optimizer):
    total = torch.zeros(64)
    slots = [total]
    for x, y in loader:
        loss = F.cross_entropy(head(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        slots[0] += second(x).mean(0)
    total.sum().backward()


def in_a_view(loader, optimizer):
    for x, y in loader:
        hidden = first(x)
        buffer = torch.zeros(256, 64)
        view = torch.atleast_2d(buffer)
        view.copy_(hidden)
        loss = F.cross_entropy(head(buffer), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
