import torch
import torch.nn.functional as F


def train(net, teacher, batches):
    teacher.requires_grad_(False)
    optimizer = torch.optim.Adam(net.parameters())
    for x in batches:
        wanted = teacher(x)
        F.mse_loss(net(x), wanted).backward()
        optimizer.step()
