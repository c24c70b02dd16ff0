import torch
import torch.nn.functional as F
from torch import nn


def differentiated_as_a_whole(dataset, size):
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    outputs = torch.zeros(size, 1)
    for i, x in enumerate(torch.utils.data.DataLoader(dataset, batch_size=8)):
        outputs[i * 8 : (i + 1) * 8] = model(x)
    optimizer.zero_grad()
    outputs.mean().backward()
    optimizer.step()


def first(tensor):
    return tensor[0]


# What is behind the view is differentiated, though nothing shows that it is one.
def differentiated_behind_a_view(dataset, size):
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    outputs = torch.zeros(2, size, 1)
    view = first(outputs)
    half, other = outputs.chunk(2)
    for i, x in enumerate(torch.utils.data.DataLoader(dataset, batch_size=8)):
        output = model(x)
        view[i * 8 : (i + 1) * 8] = output
        half[0][i * 8 : (i + 1) * 8] = output
    optimizer.zero_grad()
    outputs.mean().backward()
    optimizer.step()


def made_in_each_step(dataset, size):
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in torch.utils.data.DataLoader(dataset, batch_size=8):
        outputs = torch.zeros(size, 1)
        for k in range(size):
            outputs[k] = model(x[:, k]).mean()
        optimizer.zero_grad()
        F.mse_loss(outputs, y).backward()
        optimizer.step()


def without_a_graph(dataset, size):
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    outputs = torch.zeros(size, 1)
    counts = torch.zeros(size)
    for i, (x, y) in enumerate(torch.utils.data.DataLoader(dataset, batch_size=8)):
        output = model(x)
        loss = F.mse_loss(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        outputs[i * 8 : (i + 1) * 8] = output.detach()
        outputs.data[i * 8 : (i + 1) * 8] = output
        counts[i] = output.argmax()
    print(outputs.mean().item(), counts)


# The list is emptied in each step.
def emptied(dataset):
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    outputs, losses = [], []
    for x, y in torch.utils.data.DataLoader(dataset, batch_size=8):
        outputs[0:8] = []
        del losses[1:]
        output = model(x)
        loss = F.mse_loss(output, y)
        outputs.append(output)
        losses.append(loss)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# Nothing but the last of what the method is given is written, and it has no graph.
def fills_with_numbers(dataset, size):
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    seen = torch.zeros(size, 1)
    for x, y, index in torch.utils.data.DataLoader(dataset, batch_size=8):
        output = model(x)
        loss = F.mse_loss(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen.masked_fill_(output > 0, 1.0)
        seen.index_copy_(0, index, output.detach())
        seen.fill_(0)
    print(seen.mean().item())
