import torch
import torch.nn.functional as F


def train(net, target_net, x, y):
    optimizer = torch.optim.Adam(net.parameters())
    with torch.no_grad():
        wanted = target_net(y)
    F.mse_loss(net(x), wanted).backward()
    optimizer.step()
    later = target_net(y).detach()
    F.mse_loss(net(x), later).backward()
    optimizer.step()
