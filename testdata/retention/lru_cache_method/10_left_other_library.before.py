# Other caches have other rules.
from cachetools import cache, lru_cache
from functools import wraps


class Model:
    @lru_cache(maxsize=None)
    def table(self, n):
        return list(range(n))

    @cache
    def other(self, n):
        return n
