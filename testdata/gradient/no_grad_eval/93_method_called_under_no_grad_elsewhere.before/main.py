import torch


@torch.no_grad()
def main(scorer, loader):
    print(scorer.score(loader))
