import torch
from torch import nn
from ld_1 import Loader
from ev_1 import evaluate
torch.manual_seed(3)
net = nn.Linear(4, 1)
evaluate(net, Loader(net))
