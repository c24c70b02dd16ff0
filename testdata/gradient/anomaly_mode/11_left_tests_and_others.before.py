# A unit test, and a function of the same name.
import unittest

import torch
from monitoring import detect_anomaly


class Test(unittest.TestCase):
    def test_gradients(self):
        with torch.autograd.detect_anomaly():
            torch.ones(1, requires_grad=True).sum().backward()
        with detect_anomaly():
            pass
