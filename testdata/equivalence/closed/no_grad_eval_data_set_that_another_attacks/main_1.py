import torch
from hard_1 import HardPoints
from scores_1 import hits
from sets_1 import Points
from torch.utils.data import DataLoader

torch.manual_seed(3)
x = torch.randn(20, 5)
y = (x.sum(1) > 0).long()
model = torch.nn.Sequential(torch.nn.Linear(5, 9), torch.nn.Tanh(), torch.nn.Linear(9, 2))
hard = HardPoints(x, y)
hard.against = model
print(hits(model, DataLoader(Points(x, y), 4)), hits(model, DataLoader(hard, 4)))
