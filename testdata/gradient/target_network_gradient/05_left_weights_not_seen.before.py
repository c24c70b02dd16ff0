import torch
import torch.nn.functional as F


def train(net, teacher, weights, x):
    optimizer = torch.optim.Adam(weights)
    wanted = teacher(x)
    F.mse_loss(net(x), wanted).backward()
    optimizer.step()
