import torch
from torch import nn
import torch.utils.data
from parts_1 import Net, predict


def make_batch(rows):
    x = torch.stack([row[0] for row in rows]).requires_grad_()
    (slope,) = torch.autograd.grad(policy(x).pow(2).sum(), x)
    return (x + slope).detach()


policy = Net()
rows = torch.utils.data.TensorDataset(torch.ones(4, 4))
predict(policy, torch.utils.data.DataLoader(rows, batch_size=2, collate_fn=make_batch))
