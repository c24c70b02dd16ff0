import pytest
import torch


def test_model(model, loader):
    model.eval()
    for x in loader:
        assert model(x).shape == (1,)
