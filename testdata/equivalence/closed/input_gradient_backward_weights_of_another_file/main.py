import torch
from torch import nn

from norms import norm_of_gradients

torch.manual_seed(0)
net = nn.Linear(4, 1)
x = torch.ones(2, 4, requires_grad=True)
loss = net(x).pow(2).mean()
loss.backward(create_graph=True)
print(x.grad.sum().item())
print(norm_of_gradients(net))
