import torch
from scorer import Scorer
from torch import nn


def test_score():
    scorer = Scorer(nn.Linear(3, 2))
    assert scorer.score([torch.ones(4, 3)]) <= 4
