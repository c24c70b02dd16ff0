import torch


def validate(model, loader):
    model.eval()
    total = 0.0
    for x in loader:
        x = x.cuda()
        total += model(x).sum().item()
    model.train()
    with torch.no_grad():
