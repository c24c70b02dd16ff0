import torch
from torch.utils.tensorboard import SummaryWriter


def train(rank, model, loader, optimizer):
    writer = SummaryWriter("runs")
    for step, x in enumerate(loader):
        loss = model(x).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        writer.add_scalar("loss", loss.item(), step)
