# options: minor: false
from functools import lru_cache


class Names:
    def __init__(self, table):
        self.table = table

    @lru_cache(maxsize=16)
    def find(self, key):
        return self.table[key]
