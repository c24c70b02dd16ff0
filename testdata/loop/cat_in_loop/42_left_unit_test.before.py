# A unit test joins a few small parts to compare with what the code under test gives.
import unittest

import torch

from mylab import chunked


class ChunkedTest(unittest.TestCase):
    def test_joins_as_one_would_by_hand(self):
        x = torch.arange(12).reshape(6, 2)
        expected = torch.zeros(0, 2, dtype=x.dtype)
        for row in x:
            expected = torch.cat([expected, row[None] * 2])
        self.assertTrue(torch.equal(chunked(x), expected))
