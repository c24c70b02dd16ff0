import torch
from scorer import Scorer
from torchvision.models import resnet18


@torch.no_grad()
def main(loader):
    scorer = Scorer(resnet18())
    print(scorer.score(loader))
