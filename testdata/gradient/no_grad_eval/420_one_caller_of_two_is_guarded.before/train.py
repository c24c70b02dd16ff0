import torch
from torch.nn import functional as F

from model import LanguageModel


def train(loader, decode, start, steps=100000):
    model = LanguageModel().cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    for step, (ids, targets) in enumerate(loader):
        loss = F.cross_entropy(model(ids).transpose(1, 2), targets)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        if step % 1000 == 0:
            for row in model.generate(start, 256):
                print(decode(row.tolist()))
