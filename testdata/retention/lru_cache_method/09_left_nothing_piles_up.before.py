# With size 0 nothing is kept, with size 1 one instance, as a variable would.
from functools import lru_cache


class Model:
    @lru_cache(maxsize=0)
    def table(self, n):
        return list(range(n))

    @property
    @lru_cache(maxsize=1)
    def device(self):
        return find_device()

    @lru_cache(1)
    def rank(self):
        return find_rank()
