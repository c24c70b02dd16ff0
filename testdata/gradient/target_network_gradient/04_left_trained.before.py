import itertools

import torch
import torch.nn.functional as F


def by_name(net, target_net, x, y):
    optimizer = torch.optim.Adam(itertools.chain(net.parameters(), target_net.parameters()))
    wanted = target_net(y)
    F.mse_loss(net(x), wanted).backward()
    optimizer.step()
