# No instance is in the key.
from functools import cache, lru_cache


class Model:
    @staticmethod
    @lru_cache(maxsize=None)
    def table(size):
        return list(range(size))

    @cache
    @staticmethod
    def other(size):
        return size

    @classmethod
    @lru_cache
    def default(cls):
        return cls()

    @lru_cache
    def __new__(cls, name):
        return super().__new__(cls)

    @lru_cache
    def nothing():
        return 1
