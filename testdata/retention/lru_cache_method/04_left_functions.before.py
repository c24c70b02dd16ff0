# Functions are cached as long as the program runs, as intended.
from functools import cache, lru_cache


@lru_cache(maxsize=None)
def table(size):
    return list(range(size))


def factory():
    @cache
    def inner(n):
        return n

    return inner


class Model:
    def build(self):
        @lru_cache
        def shape(n):
            return n * 2

        return shape(3)
