import torch
from torch import nn

net = nn.Linear(3, 3)
features = [net(x).detach() for x in train_loader]  # expect: detach-stored-tensor[safe]
print(len(features))
