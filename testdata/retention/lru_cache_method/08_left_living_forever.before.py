# Members of an enumeration and classes stay anyway.
import enum
from functools import lru_cache


class Color(enum.Enum):
    RED = 1

    @lru_cache
    def tint(self, n):
        return n


class Meta(type):
    @lru_cache
    def registry(cls):
        return {}
