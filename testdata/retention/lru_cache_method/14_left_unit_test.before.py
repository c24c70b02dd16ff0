# A helper class of a unit test goes with the process of the test.
from functools import cache

import pytest
import torch


class Fixture:
    def __init__(self):
        self.data = torch.zeros(3)

    @cache
    def total(self, factor):
        return self.data.sum() * factor


def test_total():
    assert Fixture().total(3) == 0
