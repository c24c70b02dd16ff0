import torch
import torch.nn.functional as F
from torch import nn


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.src_embed = nn.Embedding(9, 4)
        self.tgt_embed = nn.Embedding(9, 4)

    def step(self, source, target, optimizer):
        known = self.tgt_embed(target)
        loss = F.mse_loss(self.src_embed(source), known)
        loss.backward()
        optimizer.step()


def train(model, source, target):
    optimizer = torch.optim.Adam(model.parameters())
    known = model.tgt_embed(target)
    loss = F.mse_loss(model.src_embed(source), known)
    loss.backward()
    optimizer.step()
