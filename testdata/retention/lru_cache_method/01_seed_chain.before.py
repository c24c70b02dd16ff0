# A kinematic chain whose transforms are cached for ever.
from functools import lru_cache

import torch


class Chain:
    def __init__(self, joints):
        self.offsets = torch.eye(4).repeat(len(joints), 1, 1)

    @lru_cache(maxsize=None)  # expect: lru-cache-method[report]
    def get_frame_indices(self, *names):
        return torch.tensor([self.names.index(n) for n in names])

    def clear_cache(self):
        self.get_frame_indices.cache_clear()
