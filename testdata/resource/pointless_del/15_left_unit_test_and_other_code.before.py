import pytest
import torch


def test_freed():
    y = torch.zeros(1000)
    del y
