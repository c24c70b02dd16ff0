# Every spelling and alias of the two decorators.
# options: minor: true
import functools
import functools as ft
from functools import cache, lru_cache
from functools import lru_cache as memoize


class Table:
    @cache  # expect: lru-cache-method[report]
    def a(self, n):
        return n

    @lru_cache  # expect: lru-cache-method[report]
    def b(self, n):
        return n

    @lru_cache()  # expect: lru-cache-method[report]
    def c(self, n):
        return n

    @functools.lru_cache(64)  # expect: lru-cache-method[report]
    def d(self, n):
        return n

    @ft.cache  # expect: lru-cache-method[report]
    def e(self, n):
        return n

    @memoize(maxsize=SIZE, typed=True)  # expect: lru-cache-method[report]
    def f(this, n):
        return n
