# options: minor: true
import unittest

import torch


class Memory(unittest.TestCase):
    def test_steps(self):
        for batch in self.loader:
            self.model(batch)
            torch.cuda.empty_cache()
