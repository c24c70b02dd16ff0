import torch
from parts_189 import Regressor, draw_all, evaluate
net = Regressor()
train_loader = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(3)]
seen = []
evaluate(net, train_loader, callback=seen.append)
