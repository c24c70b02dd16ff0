import torch
from model import Encoder


class Holder:
    def __init__(self):
        self.module = Encoder(8)


holder = torch.load("holder.pt")
with torch.no_grad():
    rows = holder.module.inference(torch.randn(4, 2, 8))
print(len(rows))
