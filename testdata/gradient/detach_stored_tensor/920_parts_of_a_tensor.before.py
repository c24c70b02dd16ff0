import torch
import torch.nn.functional as F
from torch import nn


def train(dataset, size):
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = torch.utils.data.DataLoader(dataset, batch_size=8)
    outputs = torch.zeros(size, 1)
    inner = torch.empty(4, size, 1).to("cpu")
    for i, (x, y) in enumerate(loader):
        output = model(x)
        loss = F.mse_loss(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        outputs[i * 8 : (i + 1) * 8] = output  # expect: detach-stored-tensor[safe]
        inner[0][i * 8 : (i + 1) * 8].copy_(output)  # expect: detach-stored-tensor[safe]
    print(outputs.mean().item(), inner.mean().item())


class Trainer:
    def __init__(self, model, optimizer, dataset, size):
        self.model = model
        self.optimizer = optimizer
        self.loader = torch.utils.data.DataLoader(dataset, batch_size=8)
        self.seen = torch.zeros(size, 1)

    def train(self):
        for i, (x, y) in enumerate(self.loader):
            output = self.model(x)
            loss = F.mse_loss(output, y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.seen[i] = output  # expect: detach-stored-tensor[unsafe]

    def show(self):
        print(self.seen.mean().item())


def train_by_index(dataset, size):
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    outputs = torch.zeros(size, 1)
    for x, y, index in torch.utils.data.DataLoader(dataset, batch_size=8):
        output = model(x)
        loss = F.mse_loss(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        outputs.index_copy_(0, index, output)  # expect: detach-stored-tensor[unsafe]
        outputs.index_put_((index,), output, accumulate=True)  # expect: detach-stored-tensor[unsafe]
    print(outputs.mean().item())
