import torch
from parts import Keeper

total = Keeper(0.0)
for i in range(3):
    loss = Keeper(float(i))
    total = total + loss
    loss.backward()
