import torch

from evaluation import evaluate


def main(model, loader):
    with torch.no_grad():
        print(evaluate(model, loader))
